/** The Hubspot provider. */
export { hubspot } from "./manifest.ts";

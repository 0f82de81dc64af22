/** The Hubspot provider. */
export { hubspot, hubspot as provider } from "./manifest.ts";

/** The HubSpot provider. */
export { hubspot } from "./manifest.ts";

/** A simulator of the Hubspot API v1, written from its documentation and not from the client beside it. */
export { startHubspotSimulator, startHubspotSimulator as startSimulator } from "./start.ts";
export type { HubspotSimulator } from "./start.ts";
export { tokens, tokens as sandboxCredentials } from "./world.ts";
export type { HubspotWorld } from "./world.ts";

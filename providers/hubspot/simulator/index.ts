/** A simulator of the Hubspot API v1, written from its documentation and not from the client beside it. */
export { startHubspotSimulator, tokens } from "./start.ts";
export type { HubspotSimulator } from "./start.ts";
export type { HubspotWorld } from "./world.ts";

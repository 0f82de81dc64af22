/** A simulator of HubSpot's CRM API, written from its documentation and independently of the client. */
export type { ObjectType, StoredObject } from "./model.ts";
export { oauthApp, startHubspotSimulator, tokens } from "./start.ts";
export type { HubspotSimulator } from "./start.ts";
export { HubspotWorld, portalId } from "./world.ts";
export type { Switches } from "./world.ts";

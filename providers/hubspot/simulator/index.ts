/** A simulator of HubSpot's CRM API, written from its documentation and independently of the client. */
import { oauthApp, tokens } from "./start.ts";

export type { ObjectType, StoredObject } from "./model.ts";
export { oauthApp, startHubspotSimulator, tokens } from "./start.ts";
export type { HubspotSimulator } from "./start.ts";
export { HubspotWorld, portalId } from "./world.ts";
export type { Switches } from "./world.ts";
export { startHubspotSimulator as startSimulator } from "./start.ts";

/** The credentials that the simulator accepts: end users' tokens, and a sandbox's OAuth app. */
export const sandboxCredentials = {
  ...tokens,
  SVC_OAUTH_HUBSPOT_CLIENT_ID: oauthApp.clientId,
  SVC_OAUTH_HUBSPOT_CLIENT_SECRET: oauthApp.clientSecret,
};

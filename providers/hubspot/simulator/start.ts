/** Starts the simulated account on loopback. */
import { authorizationCommands, startStore, type StoreSimulator } from "@svc/simulator";
import { hubspotApi } from "./api.ts";
import { app, HubspotWorld, type Switches } from "./world.ts";

const objects = (...names: string[]) => names.map((name) => `crm.objects.${name}`);
const readScopes = ["oauth", "tickets", ...objects("contacts.read", "companies.read", "deals.read", "owners.read")];

/** The credentials that the simulator accepts, by name. */
export const tokens = {
  everything: "pat-na1-11111111-2222-3333-4444-555555555555",
  readOnly: "pat-na1-99999999-2222-3333-4444-555555555555",
} as const;

/** A running simulator. */
export type HubspotSimulator = StoreSimulator<HubspotWorld>;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export async function startHubspotSimulator(
  options: { port?: number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<HubspotSimulator> {
  const { switches, ...more } = options;
  const world = new HubspotWorld(switches);
  const ofApp = { user: "alex", clientId: app.clientId, parameter: "scope", expiresAtMs: null };
  const writeScopes = objects("contacts.write", "companies.write", "deals.write");
  world.tokens.add({ ...ofApp, value: tokens.everything, name: "everything", scopes: [...readScopes, ...writeScopes] });
  world.tokens.add({ ...ofApp, value: tokens.readOnly, name: "readOnly", scopes: readScopes });
  return startStore({ api: hubspotApi, world, commands: authorizationCommands(world), ...more });
}

/** The OAuth app that a sandbox's operator configures. */
export const oauthApp = { clientId: app.clientId, clientSecret: app.clientSecret } as const;

/** Starts the simulated workspace on loopback. */
import { authorizationCommands, startStore, type StoreSimulator } from "@svc/simulator";
import { linearApi } from "./api.ts";
import { app, LinearWorld, type Switches } from "./world.ts";

/** The credentials that the simulator accepts, by name. */
export const tokens = {
  apiKey: `lin_api_${"everything".repeat(3)}`,
  everything: `lin_oauth_${"everything".repeat(3)}`,
  readOnly: `lin_oauth_${"readonly00".repeat(3)}`,
} as const;

/** A running simulator. */
export type LinearSimulator = StoreSimulator<LinearWorld>;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export async function startLinearSimulator(
  options: { port?: number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<LinearSimulator> {
  const { switches, ...more } = options;
  const world = new LinearWorld(switches);
  const ofApp = { user: "alex", clientId: app.clientId, parameter: "scope", expiresAtMs: null };
  const all = ["read", "write", "issues:create", "comments:create"];
  world.tokens.add({ ...ofApp, value: tokens.apiKey, name: "apiKey", scopes: all });
  world.tokens.add({ ...ofApp, value: tokens.everything, name: "everything", scopes: all });
  world.tokens.add({ ...ofApp, value: tokens.readOnly, name: "readOnly", scopes: ["read"] });
  return startStore({ api: linearApi, world, commands: authorizationCommands(world), ...more });
}

/** The OAuth app that a sandbox's operator configures. */
export const oauthApp = { clientId: app.clientId, clientSecret: app.clientSecret } as const;

/** Starts the simulated workspace on loopback. */
import { authorizationCommands, startStore, type StoreSimulator } from "@svc/simulator";
import { notionApi } from "./api.ts";
import { app, NotionWorld, type Switches } from "./world.ts";

const every = ["read_content", "insert_content", "update_content", "read_comments", "insert_comments", "read_users"];

/** The credentials that the simulator accepts, by name. */
export const tokens = {
  everything: `ntn_${"everything".repeat(4)}`,
  readOnly: `ntn_${"readonly00".repeat(4)}`,
} as const;

/** A running simulator. */
export type NotionSimulator = StoreSimulator<NotionWorld>;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export async function startNotionSimulator(
  options: { port?: number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<NotionSimulator> {
  const { switches, ...more } = options;
  const world = new NotionWorld(switches);
  const ofApp = { user: "alex", clientId: app.clientId, parameter: "scope", expiresAtMs: null };
  world.tokens.add({ ...ofApp, value: tokens.everything, name: "everything", scopes: every });
  world.tokens.add({ ...ofApp, value: tokens.readOnly, name: "readOnly", scopes: ["read_content"] });
  return startStore({ api: notionApi, world, commands: authorizationCommands(world), ...more });
}

/** The OAuth app that a sandbox's operator configures. */
export const oauthApp = { clientId: app.clientId, clientSecret: app.clientSecret } as const;

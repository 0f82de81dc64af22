/** Starts the simulated workspace on loopback. */
import { authorizationCommands, startStore, type StoreSimulator } from "@svc/simulator";
import { slackApi } from "./api.ts";
import { app, SlackWorld, type Switches } from "./world.ts";

const every = [
  "channels:read",
  "groups:read",
  "channels:history",
  "groups:history",
  "chat:write",
  "reactions:write",
  "users:read",
  "users:read.email",
  "im:read",
  "im:history",
  "im:write",
  "mpim:read",
  "mpim:history",
  "mpim:write",
  "channels:manage",
  "channels:write.invites",
  "groups:write.invites",
];

/** The credentials that the simulator accepts, by name. */
export const tokens = {
  everything: `xoxb-${"everything0".repeat(3)}`,
  readOnly: `xoxb-${"readonly0000".repeat(3)}`,
} as const;

/** A running simulator. */
export type SlackSimulator = StoreSimulator<SlackWorld>;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export async function startSlackSimulator(
  options: { port?: number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<SlackSimulator> {
  const { switches, ...more } = options;
  const world = new SlackWorld(switches);
  const ofApp = { user: "robin", clientId: app.clientId, parameter: "scope", expiresAtMs: null };
  world.tokens.add({ ...ofApp, value: tokens.everything, name: "everything", scopes: every });
  world.tokens.add({
    ...ofApp,
    value: tokens.readOnly,
    name: "readOnly",
    scopes: ["channels:read", "channels:history"],
  });
  return startStore({ api: slackApi, world, commands: authorizationCommands(world), ...more });
}

/** The OAuth app that a sandbox's operator configures. */
export const oauthApp = { clientId: app.clientId, clientSecret: app.clientSecret } as const;

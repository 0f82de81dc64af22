/** Starts the simulated sites on loopback. */
import { authorizationCommands, startStore, type StoreSimulator } from "@svc/simulator";
import { jiraApi } from "./api.ts";
import { app, JiraWorld, type Switches } from "./world.ts";

/** The credentials that the simulator accepts, by name. */
export const tokens = { everything: "eyJ-everything", readOnly: "eyJ-readonly" } as const;

/** A running simulator. */
export type JiraSimulator = StoreSimulator<JiraWorld>;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export async function startJiraSimulator(
  options: { port?: number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<JiraSimulator> {
  const { switches, ...more } = options;
  const world = new JiraWorld(switches);
  const ofApp = { user: "alex", clientId: app.clientId, parameter: "scope", expiresAtMs: null };
  const reads = ["read:jira-work", "read:jira-user", "offline_access"];
  world.tokens.add({ ...ofApp, value: tokens.everything, name: "everything", scopes: [...reads, "write:jira-work"] });
  world.tokens.add({ ...ofApp, value: tokens.readOnly, name: "readOnly", scopes: reads });
  return startStore({ api: jiraApi, world, commands: authorizationCommands(world), ...more });
}

/** The OAuth app that a sandbox's operator configures. */
export const oauthApp = { clientId: app.clientId, clientSecret: app.clientSecret } as const;

/** Starts the simulated Gmail on loopback. */
import { googleUser } from "@svc/google/simulator";
import { authorizationCommands, startStore, type StoreSimulator } from "@svc/simulator";
import { gmailApi } from "./api.ts";
import { app } from "./app.ts";
import { GmailWorld, type Switches } from "./world.ts";

/** The tokens that the simulator accepts, by name. */
export const tokens = {
  everything: "ya29.everything",
  readOnly: "ya29.readonly",
  composing: "ya29.composing",
} as const;

/** A running simulator. */
export type GmailSimulator = StoreSimulator<GmailWorld>;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export async function startGmailSimulator(
  options: { port?: number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<GmailSimulator> {
  const { switches, ...more } = options;
  const world = new GmailWorld(switches);
  const ofApp = { user: googleUser.email, clientId: app.clientId, parameter: "scope" };
  const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
  const add = (value: string, ...scopes: string[]) =>
    world.tokens.add({
      ...ofApp,
      value,
      name: value,
      scopes: [...scopes, "userinfo.email"].map(scope),
      expiresAtMs: null,
    });
  add(tokens.everything, "gmail.readonly", "gmail.send", "gmail.compose", "gmail.modify", "gmail.labels");
  add(tokens.readOnly, "gmail.readonly");
  add(tokens.composing, "gmail.compose");
  return startStore({ api: gmailApi, world, commands: authorizationCommands(world), ...more });
}

/** The OAuth app that a sandbox's operator configures. */
export const oauthApp = { clientId: app.clientId, clientSecret: app.clientSecret } as const;

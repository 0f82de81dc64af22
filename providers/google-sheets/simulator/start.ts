/** Starts the simulated Sheets on loopback. */
import { googleUser } from "@svc/google/simulator";
import { authorizationCommands, startStore, type StoreSimulator } from "@svc/simulator";
import { sheetsApi } from "./api.ts";
import { SheetsWorld, type Switches } from "./world.ts";
import { app } from "./app.ts";

/** The tokens that the simulator accepts, by name. */
export const tokens = { everything: "ya29.everything", readOnly: "ya29.readonly", fileOnly: "ya29.file" } as const;

/** A running simulator. */
export type GoogleSheetsSimulator = StoreSimulator<SheetsWorld>;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export async function startGoogleSheetsSimulator(
  options: { port?: number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<GoogleSheetsSimulator> {
  const { switches, ...more } = options;
  const world = new SheetsWorld(switches);
  const ofApp = { user: googleUser.email, clientId: app.clientId, parameter: "scope" };
  const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
  const add = (value: string, ...scopes: string[]) =>
    world.tokens.add({ ...ofApp, value, name: value, scopes: scopes.map(scope), expiresAtMs: null });
  add(tokens.everything, "spreadsheets", "drive.file", "userinfo.email");
  add(tokens.readOnly, "spreadsheets.readonly", "userinfo.email");
  add(tokens.fileOnly, "drive.file", "userinfo.email");
  return startStore({ api: sheetsApi, world, commands: authorizationCommands(world), ...more });
}

/** The OAuth app that a sandbox's operator configures. */
export const oauthApp = { clientId: app.clientId, clientSecret: app.clientSecret } as const;

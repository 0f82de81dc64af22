/** Starts the simulated Drive on loopback. */
import { googleUser } from "@svc/google/simulator";
import { authorizationCommands, startStore, type StoreSimulator } from "@svc/simulator";
import { driveApi } from "./api.ts";
import { DriveWorld, type Switches } from "./world.ts";
import { app } from "./app.ts";

/** The tokens that the simulator accepts, by name. */
export const tokens = { everything: "ya29.everything", fileOnly: "ya29.file", metadataOnly: "ya29.metadata" } as const;

/** A running simulator. */
export type GoogleDriveSimulator = StoreSimulator<DriveWorld>;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export async function startGoogleDriveSimulator(
  options: { port?: number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<GoogleDriveSimulator> {
  const { switches, ...more } = options;
  const world = new DriveWorld(switches);
  const ofApp = { user: googleUser.email, clientId: app.clientId, parameter: "scope" };
  const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
  const add = (value: string, ...scopes: string[]) =>
    world.tokens.add({ ...ofApp, value, name: value, scopes: scopes.map(scope), expiresAtMs: null });
  add(tokens.everything, "drive.file", "drive.readonly", "drive.metadata.readonly");
  add(tokens.fileOnly, "drive.file");
  add(tokens.metadataOnly, "drive.metadata.readonly");
  return startStore({ api: driveApi, world, commands: authorizationCommands(world), ...more });
}

/** The OAuth app that a sandbox's operator configures. */
export const oauthApp = { clientId: app.clientId, clientSecret: app.clientSecret } as const;

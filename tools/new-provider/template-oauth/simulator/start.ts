/** Starts the simulated provider on loopback. */
import { authorizationCommands, startStore, type StoreSimulator } from "@svc/simulator";
import { acmeNotesApi } from "./api.ts";
import { app, AcmeNotesWorld } from "./world.ts";

/** A running simulator with its state. */
export type AcmeNotesSimulator = StoreSimulator<AcmeNotesWorld>;

/** The app that a sandbox's operator configures. */
export const sandboxCredentials = {
  SVC_OAUTH_ACME_NOTES_CLIENT_ID: app.clientId,
  SVC_OAUTH_ACME_NOTES_CLIENT_SECRET: app.clientSecret,
} as const;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export function startAcmeNotesSimulator(
  options: { port?: number; tokensFile?: string } = {},
): Promise<AcmeNotesSimulator> {
  const world = new AcmeNotesWorld();
  return startStore({ api: acmeNotesApi, world, commands: authorizationCommands(world), ...options });
}

/** Starts the simulated provider on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { gmailApi } from "./api.ts";
import { GmailWorld } from "./world.ts";

/** A running simulator with its state. */
export type GmailSimulator = StoreSimulator<GmailWorld>;

/** Starts the simulator on a port of 127.0.0.1, a free one if none is given. Rejects if the port is taken. */
export function startGmailSimulator(options: { port?: number } = {}): Promise<GmailSimulator> {
  return startStore({ api: gmailApi, world: new GmailWorld(), ...options });
}

/** Starts the simulated provider on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { acmeNotesApi } from "./api.ts";
import { AcmeNotesWorld } from "./world.ts";

/** A running simulator of the provider, its state in reach. */
export type AcmeNotesSimulator = StoreSimulator<AcmeNotesWorld>;

/** Starts the simulator on a port of 127.0.0.1, a free one where none is given. Rejects when the port is taken. */
export function startAcmeNotesSimulator(options: { port?: number } = {}): Promise<AcmeNotesSimulator> {
  return startStore({ api: acmeNotesApi, world: new AcmeNotesWorld(), ...options });
}

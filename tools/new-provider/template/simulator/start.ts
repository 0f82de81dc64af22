/** Starts the simulated provider on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { acmeNotesApi } from "./api.ts";
import { AcmeNotesWorld } from "./world.ts";

/** A running simulator with its state. */
export type AcmeNotesSimulator = StoreSimulator<AcmeNotesWorld>;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export function startAcmeNotesSimulator(
  options: { port?: number; tokensFile?: string } = {},
): Promise<AcmeNotesSimulator> {
  return startStore({ api: acmeNotesApi, world: new AcmeNotesWorld(), ...options });
}

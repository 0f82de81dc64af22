/** Starts the simulated vault on loopback, with the token endpoint of its tenant. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { keyVaultApi } from "./api.ts";
import { KeyVaultWorld, type Switches } from "./world.ts";

/** A running simulator. */
export type KeyVaultSimulator = StoreSimulator<KeyVaultWorld>;

/** Starts the simulator on a port of 127.0.0.1, a free one if none is given. Rejects if the port is taken. */
export async function startKeyVaultSimulator(
  options: { port?: number; switches?: Partial<Switches> } = {},
): Promise<KeyVaultSimulator> {
  const { switches, ...more } = options;
  return startStore({ api: keyVaultApi, world: new KeyVaultWorld(switches), ...more });
}

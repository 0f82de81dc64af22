/** Starts the simulated project on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { secretManagerApi } from "./api.ts";
import { SecretManagerWorld, type Switches } from "./world.ts";

/** A running simulator. */
export type SecretManagerSimulator = StoreSimulator<SecretManagerWorld>;

/** Starts the simulator on a port of 127.0.0.1, a free one if none is given. Rejects if the port is taken. */
export async function startSecretManagerSimulator(
  options: { port?: number; switches?: Partial<Switches>; nowMs?: () => number } = {},
): Promise<SecretManagerSimulator> {
  const { switches, ...more } = options;
  return startStore({ api: secretManagerApi, world: new SecretManagerWorld(switches, more.nowMs), ...more });
}

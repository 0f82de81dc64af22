/** Starts the simulated account on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { secretsApi } from "./api.ts";
import { SecretsWorld, type Switches } from "./world.ts";

/** A running simulator. */
export type SecretsSimulator = StoreSimulator<SecretsWorld>;

/**
 * Starts the simulator on a port of 127.0.0.1, a free one if none is given. Rejects if the port is taken.
 * @param options.nowMs AWS's clock; the machine's by default.
 */
export async function startAwsSecretsManagerSimulator(
  options: { port?: number; switches?: Partial<Switches>; nowMs?: () => number } = {},
): Promise<SecretsSimulator> {
  const { switches, ...more } = options;
  return startStore({ api: secretsApi, world: new SecretsWorld(switches), ...more });
}

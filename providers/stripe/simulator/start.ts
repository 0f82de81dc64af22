/** Starts the simulated provider on loopback. */
import { startSimulator, type Simulator } from "@svc/simulator";
import { stripeApi } from "./api.ts";
import { stripeWorld, type StripeWorld } from "./world.ts";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"simulated0".repeat(3)}` } as const;

/** A running simulator of the provider, its state in reach. */
export interface StripeSimulator extends Simulator {
  readonly world: StripeWorld;
}

/** Starts the simulator on a port of 127.0.0.1, a free one where none is given. Rejects when the port is taken. */
export async function startStripeSimulator(options: { port?: number } = {}): Promise<StripeSimulator> {
  const world = stripeWorld(tokens.apiKey);
  const simulator = await startSimulator({ api: stripeApi, world, ...options });
  return Object.assign(simulator, { world });
}

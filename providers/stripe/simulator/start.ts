/** Starts the simulated account on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { stripeApi } from "./api.ts";
import { resources, StripeWorld, type Switches } from "./world.ts";

/** The credentials that the simulator accepts, by name. */
export const tokens = {
  everything: `rk_test_${"everything".repeat(3)}`,
  readOnly: `rk_test_${"readonly00".repeat(3)}`,
} as const;

/** A running simulator. */
export type StripeSimulator = StoreSimulator<StripeWorld>;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export async function startStripeSimulator(
  options: { port?: number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<StripeSimulator> {
  const { switches, ...more } = options;
  const world = new StripeWorld(switches);
  const names = Object.keys(resources);
  const reads = ["balance_read", ...names.map((name) => `${name}_read`)];
  const writes = names.map((name) => `${name}_write`);
  world.tokens.add({ value: tokens.everything, name: "everything", scopes: [...reads, ...writes], expiresAtMs: null });
  world.tokens.add({ value: tokens.readOnly, name: "readOnly", scopes: reads, expiresAtMs: null });
  return startStore({ api: stripeApi, world, ...more });
}

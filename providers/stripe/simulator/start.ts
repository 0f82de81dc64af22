/** Starts the simulated account on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { stripeApi } from "./api.ts";
import { account, resources, StripeWorld, type Switches } from "./world.ts";

/** A key, which begins with the id of its account. */
const keyOf = (secret: string) => `rk_test_5${account.id.slice("acct_".length)}${secret.repeat(8)}`;

/**
 * The credentials that the simulator accepts, by name. `everything` has what the actions need, and no permission for
 * the account.
 */
export const tokens = {
  everything: keyOf("everything"),
  readOnly: keyOf("readonly00"),
  withAccount: keyOf("account000"),
} as const;

/** A running simulator. */
export type StripeSimulator = StoreSimulator<StripeWorld>;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export async function startStripeSimulator(
  options: { port?: number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<StripeSimulator> {
  const { switches, ...rest } = options;
  const world = new StripeWorld(switches);
  const names = Object.values(resources).map(({ permission }) => permission);
  const reads = ["balance_read", ...names.map((name) => `${name}_read`)];
  const writes = names.map((name) => `${name}_write`);
  const more = ["accounts_kyc_basic_read", ...reads];
  world.tokens.add({ value: tokens.withAccount, name: "withAccount", scopes: more, expiresAtMs: null });
  world.tokens.add({ value: tokens.everything, name: "everything", scopes: [...reads, ...writes], expiresAtMs: null });
  world.tokens.add({ value: tokens.readOnly, name: "readOnly", scopes: reads, expiresAtMs: null });
  return startStore({ api: stripeApi, world, ...rest });
}

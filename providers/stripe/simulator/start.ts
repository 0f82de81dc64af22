/** Starts the simulated account on loopback. */
import { authorizationCommands, startStore, type StoreSimulator } from "@svc/simulator";
import { stripeApi } from "./api.ts";
import { app, keyOf, resources, StripeWorld, type Switches } from "./world.ts";

const restricted = (secret: string) => keyOf("rk_test", secret.repeat(8));

/**
 * The credentials that the simulator accepts, by name. `everything` has what the actions need, and no permission for
 * the account. `connected` is the token of an account that agreed at the consent page.
 */
export const tokens = {
  everything: restricted("everything"),
  readOnly: restricted("readonly00"),
  withAccount: restricted("account000"),
  connected: keyOf("sk_test", "connected0".repeat(8)),
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
  const ofApp = { user: "alex", clientId: app.clientId, parameter: "scope", expiresAtMs: null };
  world.tokens.add({ ...ofApp, value: tokens.withAccount, name: "withAccount", scopes: more });
  world.tokens.add({ ...ofApp, value: tokens.everything, name: "everything", scopes: [...reads, ...writes] });
  world.tokens.add({ ...ofApp, value: tokens.readOnly, name: "readOnly", scopes: reads });
  world.tokens.add({ ...ofApp, value: tokens.connected, name: "connected", scopes: ["read_write"] });
  return startStore({ api: stripeApi, world, commands: authorizationCommands(world), ...rest });
}

/** The OAuth app that a sandbox's operator configures. */
export const oauthApp = { clientId: app.clientId, clientSecret: app.clientSecret } as const;

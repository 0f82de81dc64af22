/** Connects the server's own outbound client to the simulated Stripe. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startStripeSimulator, tokens, type StripeSimulator, type Switches } from "../simulator/index.ts";
import { stripe } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

export { simulated };

/** A simulated Stripe with one key for it. */
export type Simulated = simulated.Simulated<StripeSimulator>;

/**
 * Starts the simulator and opens a channel to it, with a key that by default has every permission.
 * @param isOAuth with the token of a connected account instead.
 */
export async function openSimulated(
  { token = tokens.everything, isOAuth = false }: { token?: string; isOAuth?: boolean } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startStripeSimulator({ switches });
  const facts = { account_id: "acct_1Simulated000000", livemode: "false" };
  const credential = isOAuth
    ? { accessToken: tokens.connected, refreshToken: null, expiresAt: null, scopes: ["read_write"], facts }
    : { access_token: token };
  const opened = simulated.openSimulated(stripe, simulator, { credential, scenarios: scenariosOf(simulator.world) });
  // The permissions of a key aren't scopes.
  return isOAuth ? opened : { ...opened, narrow: null };
}

/** Connects the server's own outbound client to the simulated Stripe. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startStripeSimulator, tokens, type StripeSimulator, type Switches } from "../simulator/index.ts";
import { stripe } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

export { simulated };

/** A simulated Stripe with one key for it. */
export type Simulated = simulated.Simulated<StripeSimulator>;

/** Starts the simulator and opens a channel to it; by default, the key has every permission. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startStripeSimulator({ switches });
  const credential = { access_token: token };
  return simulated.openSimulated(stripe, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

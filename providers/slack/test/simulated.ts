/** Connects the server's own outbound client to the simulated Slack. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startSlackSimulator, tokens, type SlackSimulator, type Switches } from "../simulator/index.ts";
import { slack } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated Slack with one token for it. */
export type Simulated = simulated.Simulated<SlackSimulator>;

/** Starts the simulator and opens a channel to it; by default, the token has every scope. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startSlackSimulator({ switches });
  const credential = { accessToken: token, refreshToken: null, expiresAt: null, scopes: [] };
  return simulated.openSimulated(slack, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

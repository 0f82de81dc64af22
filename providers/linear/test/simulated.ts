/** Connects the server's own outbound client to the simulated Linear. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startLinearSimulator, tokens, type LinearSimulator, type Switches } from "../simulator/index.ts";
import { linear } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated Linear with one token for it. */
export type Simulated = simulated.Simulated<LinearSimulator>;

/** Starts the simulator and opens a channel to it; by default, the token has every scope. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startLinearSimulator({ switches });
  const credential = { accessToken: token, refreshToken: null, expiresAt: null, scopes: [] };
  return simulated.openSimulated(linear, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

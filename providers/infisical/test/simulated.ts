/** Connects the server's own outbound client to the simulated server. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startInfisicalSimulator, tokens, type InfisicalSimulator, type Switches } from "../simulator/index.ts";
import { infisical } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated server with one credential for it. */
export type Simulated = simulated.Simulated<InfisicalSimulator>;

/** Starts the simulator and opens a channel to it; by default, with a token for all actions. */
export async function openSimulated(
  switches: Partial<Switches> = {},
  given: object = { access_token: tokens.everything },
): Promise<Simulated> {
  const simulator = await startInfisicalSimulator({ switches });
  const credential = { origin: "eu", ...given };
  return simulated.openSimulated(infisical, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

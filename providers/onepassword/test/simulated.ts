/** Connects the server's own outbound client to the simulated server. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startOnepasswordSimulator, tokens, type OnepasswordSimulator, type Switches } from "../simulator/index.ts";
import { onepassword } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated server with one token for it. */
export type Simulated = simulated.Simulated<OnepasswordSimulator>;

/** Starts the simulator and opens a channel to it; by default, with a token for all actions. */
export async function openSimulated(
  switches: Partial<Switches> = {},
  token: string = tokens.everything,
): Promise<Simulated> {
  const simulator = await startOnepasswordSimulator({ switches });
  const credential = { origin: "prod", access_token: token };
  return simulated.openSimulated(onepassword, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

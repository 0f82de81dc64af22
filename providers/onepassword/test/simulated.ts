/** The provider through the server's own outbound client, against the simulated server. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startOnepasswordSimulator, tokens, type OnepasswordSimulator, type Switches } from "../simulator/index.ts";
import { onepassword } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated server with one token to talk to it. */
export type Simulated = simulated.Simulated<OnepasswordSimulator>;

/** Starts the simulator and opens a channel to it; by default, the token may do everything that the actions need. */
export async function openSimulated(
  switches: Partial<Switches> = {},
  token: string = tokens.everything,
): Promise<Simulated> {
  const simulator = await startOnepasswordSimulator({ switches });
  const credential = { origin: "prod", access_token: token };
  return simulated.openSimulated(onepassword, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

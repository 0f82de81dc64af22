/** Connects the server's own outbound client to the simulated cluster. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startVaultSimulator, tokens, type Switches, type VaultSimulator } from "../simulator/index.ts";
import { vault } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated cluster with one credential for it. */
export type Simulated = simulated.Simulated<VaultSimulator>;

/** Starts the simulator and opens a channel to it; by default, with a token for all actions. */
export async function openSimulated(
  switches: Partial<Switches> = {},
  given: object = { access_token: tokens.everything },
): Promise<Simulated> {
  const simulator = await startVaultSimulator({ switches });
  const credential = { origin: "prod", ...given };
  return simulated.openSimulated(vault, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

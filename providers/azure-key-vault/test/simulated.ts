/**
 * The provider through the server's own outbound client, against the simulated vault and its tenant's token endpoint.
 */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { apps, startKeyVaultSimulator, type KeyVaultSimulator, type Switches } from "../simulator/index.ts";
import { azureKeyVault } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated vault and one app for it. */
export type Simulated = simulated.Simulated<KeyVaultSimulator>;

/** Starts the simulator and opens a channel to it; by default, the app has every permission the actions need. */
export async function openSimulated(
  switches: Partial<Switches> = {},
  app: Partial<Record<keyof typeof apps.everything, string>> = {},
): Promise<Simulated> {
  const simulator = await startKeyVaultSimulator({ switches });
  const credential = { origin: "prod", ...apps.everything, ...app };
  return simulated.openSimulated(azureKeyVault, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

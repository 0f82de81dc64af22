/** The provider through the server's own outbound client, against the simulated Drive. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startGoogleDriveSimulator, tokens, type GoogleDriveSimulator, type Switches } from "../simulator/index.ts";
import { googleDrive } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated Drive and one token for it. */
export type Simulated = simulated.Simulated<GoogleDriveSimulator>;

/** Starts the simulator and opens a channel to it; by default, the token has every scope. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startGoogleDriveSimulator({ switches });
  const credential = { accessToken: token, refreshToken: null, expiresAt: null, scopes: [] };
  return simulated.openSimulated(googleDrive, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

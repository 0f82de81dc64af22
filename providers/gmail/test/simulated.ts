/** The provider through the server's own outbound client, against the simulated Gmail. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startGmailSimulator, tokens, type GmailSimulator, type Switches } from "../simulator/index.ts";
import { gmail } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated Gmail and one token for it. */
export type Simulated = simulated.Simulated<GmailSimulator>;

/** Starts the simulator and opens a channel to it; by default, the token has every scope. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startGmailSimulator({ switches });
  const credential = { accessToken: token, refreshToken: null, expiresAt: null, scopes: [] };
  return simulated.openSimulated(gmail, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

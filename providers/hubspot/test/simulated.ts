/** Connects the server's own outbound client to the simulated HubSpot. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startHubspotSimulator, tokens, type HubspotSimulator, type Switches } from "../simulator/index.ts";
import { hubspot } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated HubSpot with one token for it. */
export type Simulated = simulated.Simulated<HubspotSimulator>;

/** Starts the simulator and opens a channel to it; by default, the token has every scope. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startHubspotSimulator({ switches });
  const credential = { accessToken: token, refreshToken: null, expiresAt: null, scopes: [] };
  return simulated.openSimulated(hubspot, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

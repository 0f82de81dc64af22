/** Connects the server's own outbound client to the simulated Notion. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startNotionSimulator, tokens, type NotionSimulator, type Switches } from "../simulator/index.ts";
import { notion } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated Notion with one token for it. */
export type Simulated = simulated.Simulated<NotionSimulator>;

/** Starts the simulator and opens a channel to it; by default, the token has every scope. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startNotionSimulator({ switches });
  const credential = { accessToken: token, refreshToken: null, expiresAt: null, scopes: [] };
  return simulated.openSimulated(notion, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

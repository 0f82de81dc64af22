/** Connects the server's own outbound client to the simulated Jira. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { siteIds, startJiraSimulator, tokens, type JiraSimulator, type Switches } from "../simulator/index.ts";
import { jira } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated Jira with one token for it. */
export type Simulated = simulated.Simulated<JiraSimulator>;

/** Starts the simulator and opens a channel to it; by default, the token has every scope. */
export async function openSimulated(
  { token = tokens.everything, site = siteIds[0] }: { token?: string; site?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startJiraSimulator({ switches });
  const credential = { accessToken: token, refreshToken: null, expiresAt: null, scopes: [], facts: { site_id: site } };
  return simulated.openSimulated(jira, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

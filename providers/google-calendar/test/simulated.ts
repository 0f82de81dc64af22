/** The provider through the server's own outbound client, against the simulated Calendar. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import {
  startGoogleCalendarSimulator,
  tokens,
  type GoogleCalendarSimulator,
  type Switches,
} from "../simulator/index.ts";
import { googleCalendar } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated Calendar and one token for it. */
export type Simulated = simulated.Simulated<GoogleCalendarSimulator>;

/** Starts the simulator and opens a channel to it; by default, the token has every scope. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startGoogleCalendarSimulator({ switches });
  const credential = { accessToken: token, refreshToken: null, expiresAt: null, scopes: [] };
  return simulated.openSimulated(googleCalendar, simulator, { credential, scenarios: scenariosOf(simulator.world) });
}

/** The provider through the server's own outbound client, against the simulated Sheets. */
import type { EvidenceVerdict } from "@svc/provider-kit";
import { findAction, runLook } from "@svc/provider-kit/testing";
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startGoogleSheetsSimulator, tokens, type GoogleSheetsSimulator, type Switches } from "../simulator/index.ts";
import { googleSheets } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated Sheets and one token for it. */
export type Simulated = simulated.Simulated<GoogleSheetsSimulator> & {
  /** Looks for the effect of an action; its reads succeed. */
  look: (id: string, input: unknown, facts: Readonly<Record<string, unknown>>) => Promise<EvidenceVerdict>;
};

/** Starts the simulator and opens a channel to it; by default, the token has every scope. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startGoogleSheetsSimulator({ switches });
  const credential = { accessToken: token, refreshToken: null, expiresAt: null, scopes: [] };
  const opened = simulated.openSimulated(googleSheets, simulator, {
    credential,
    scenarios: scenariosOf(simulator.world),
  });
  return {
    ...opened,
    async look(id, input, facts) {
      const options = { ...opened, input, facts, sentAt: 0, nowMs: Date.now() };
      const { end } = await runLook(googleSheets, findAction(googleSheets, id), options);
      if (end.kind !== "verdict") throw new Error(`The look ended with ${end.kind}.`);
      return end.verdict;
    },
  };
}

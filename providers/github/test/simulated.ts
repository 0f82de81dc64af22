/** The provider through the server's own outbound client, against the simulated API. */
import assert from "node:assert/strict";
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startGithubSimulator, tokens } from "../simulator/index.ts";
import type { GithubSimulator, Switches, TokenName } from "../simulator/index.ts";
import { github } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated GitHub and one token for it. */
export type Simulated = simulated.Simulated<GithubSimulator>;

/** Starts the simulator and opens a channel to it with the named token. */
export async function openSimulated(token: TokenName, switches: Partial<Switches> = {}): Promise<Simulated> {
  const simulator = await startGithubSimulator({ switches });
  const credential = { accessToken: tokens[token], refreshToken: null, expiresAt: null, scopes: [] };
  const opened = simulated.openSimulated(github, simulator, {
    credential,
    scenarios: scenariosOf(simulator.world),
  });
  return {
    ...opened,
    async run(id, input) {
      const end = await opened.run(id, input);
      for (const { path, query, bodyText } of simulator.ledger.requests) {
        assert.ok(!`${path}${query}${bodyText}`.includes(credential.accessToken), "the token is in the request itself");
      }
      return end;
    },
  };
}

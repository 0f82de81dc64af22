/** The provider through the server's own outbound client, against the simulated API. */
import assert from "node:assert/strict";
import type { ExchangeFacts } from "@svc/provider-kit";
import { runAction, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { losses } from "@svc/simulator";
import { createEgress, defaultLimits } from "../../../packages/server/src/adapters/egress/index.ts";
import { startGithubSimulator, tokens } from "../simulator/index.ts";
import type { GithubSimulator, Switches, TokenName } from "../simulator/index.ts";
import { oauth } from "../src/auth.ts";
import { github } from "../src/index.ts";
import { actionOf } from "./github.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated GitHub with one token to talk to it. `close` closes both sides. */
export type Simulated = ProviderWorld & {
  simulator: GithubSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

/** Starts the simulator and opens a channel to it with the named token. */
export async function openSimulated(token: TokenName, switches: Partial<Switches> = {}): Promise<Simulated> {
  const simulator = await startGithubSimulator({ switches });
  const monotonicMs = () => performance.now();
  const { slug, requestIdHeader, answerHeaders = [] } = github;
  const target = { provider: slug, origin: simulator.url, loopbackOnly: true };
  const egress = createEgress({
    targets: [{ ...target, service: "api", requestIdHeader, answerHeaders }],
    limits: defaultLimits,
    userAgent: "svc-test",
    monotonicMs,
    nowMs: () => Date.now(),
  });
  const credential = { accessToken: tokens[token], refreshToken: null, expiresAt: null, scopes: [] };
  const deadlineMs = monotonicMs() + defaultLimits.totalTimeoutMs;
  // An execution has one channel with one changing request, so each run opens its own.
  const send: ProviderWorld["send"] = async (request): Promise<ExchangeFacts> => {
    const channel = egress.open(slug, { headers: oauth.headers(credential), deadlineMs });
    try {
      return await channel.send(request);
    } finally {
      channel.close();
    }
  };
  return {
    simulator,
    credential,
    send,
    evidence: {
      ...losses(simulator),
      nowMs: () => Date.now(),
      lag: (changes) => simulator.world.set({ readLagChanges: changes }),
      scenarios: scenariosOf(simulator.world),
    },
    run: async (id, input) => {
      const credentialKind = oauth.credentialKind(credential);
      const { end } = await runAction(github, actionOf(id), input, { credentialKind, send });
      for (const { path, query, bodyText } of simulator.ledger.requests) {
        assert.ok(!`${path}${query}${bodyText}`.includes(credential.accessToken), "the token is in the request itself");
      }
      return end;
    },
    async close() {
      await egress.close();
      await simulator.close();
    },
  };
}

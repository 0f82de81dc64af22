/** The provider through the server's own outbound client, against the simulated Jira. */
import type { ExchangeFacts } from "@svc/provider-kit";
import { runAction, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { losses } from "@svc/simulator";
import { createEgress, defaultLimits } from "../../../packages/server/src/adapters/egress/index.ts";
import { siteIds, startJiraSimulator, tokens, type JiraSimulator, type Switches } from "../simulator/index.ts";
import { oauth } from "../src/auth.ts";
import { jira } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated Jira with one token to talk to it. `close` closes both sides. */
export type Simulated = ProviderWorld & {
  simulator: JiraSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

/** Starts the simulator and opens a channel to it; by default, the token has every scope. */
export async function openSimulated(
  { token = tokens.everything, site = siteIds[0] }: { token?: string; site?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startJiraSimulator({ switches });
  const monotonicMs = () => performance.now();
  const { slug, requestIdHeader } = jira;
  const target = { provider: slug, origin: simulator.url, loopbackOnly: true };
  const egress = createEgress({
    targets: [{ ...target, service: "api", requestIdHeader, answerHeaders: [] }],
    limits: defaultLimits,
    userAgent: "svc-test",
    monotonicMs,
    nowMs: () => Date.now(),
  });
  const credential = { accessToken: token, refreshToken: null, expiresAt: null, scopes: [], facts: { site_id: site } };
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
    async run(id, input) {
      const action = jira.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      const connection = { credentialKind: oauth.credentialKind(credential), connectionFacts: credential.facts };
      return (await runAction(jira, action, input, { ...connection, send })).end;
    },
    async close() {
      await egress.close();
      await simulator.close();
    },
  };
}

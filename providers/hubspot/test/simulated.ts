/** The provider through the server's own outbound client, against the simulated HubSpot. */
import type { ExchangeFacts } from "@svc/provider-kit";
import { runAction, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { losses } from "@svc/simulator";
import { createEgress, defaultLimits } from "../../../packages/server/src/adapters/egress/index.ts";
import { startHubspotSimulator, tokens, type HubspotSimulator, type Switches } from "../simulator/index.ts";
import { oauth } from "../src/auth.ts";
import { hubspot } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated HubSpot with one token to talk to it. `close` closes both sides. */
export type Simulated = ProviderWorld & {
  simulator: HubspotSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

/** Starts the simulator and opens a channel to it; by default, the token has every scope. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startHubspotSimulator({ switches });
  const monotonicMs = () => performance.now();
  const { slug, requestIdHeader } = hubspot;
  const target = { provider: slug, origin: simulator.url, loopbackOnly: true };
  const egress = createEgress({
    targets: [{ ...target, service: "api", requestIdHeader, answerHeaders: [] }],
    limits: defaultLimits,
    userAgent: "svc-test",
    monotonicMs,
    nowMs: () => Date.now(),
  });
  const credential = { accessToken: token, refreshToken: null, expiresAt: null, scopes: [] };
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
      const action = hubspot.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      return (await runAction(hubspot, action, input, { credentialKind: oauth.credentialKind(credential), send })).end;
    },
    async close() {
      await egress.close();
      await simulator.close();
    },
  };
}

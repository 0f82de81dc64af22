/** The provider through the server's own outbound client, against the simulated cluster. */
import type { ExchangeFacts } from "@svc/provider-kit";
import { runAction, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { losses } from "@svc/simulator";
import { createEgress, defaultLimits } from "../../../packages/server/src/adapters/egress/index.ts";
import { startVaultSimulator, tokens, type Switches, type VaultSimulator } from "../simulator/index.ts";
import { tokenAuth } from "../src/auth.ts";
import { vault } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated cluster with one token to talk to it. `close` closes both sides. */
export type Simulated = ProviderWorld & {
  simulator: VaultSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

const listedOrigin = "prod https://vault.internal:8200";

/** Starts the simulator and opens a channel to it; by default, the token may do everything that the actions need. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startVaultSimulator({ switches });
  const monotonicMs = () => performance.now();
  const { slug, requestIdHeader, answerHeaders = [] } = vault;
  const target = { provider: slug, service: "api", origin: null, requestIdHeader, answerHeaders } as const;
  const egress = createEgress({
    targets: [{ ...target, listed: { [listedOrigin]: simulator.url }, loopbackOnly: true }],
    limits: defaultLimits,
    userAgent: "svc-test",
    monotonicMs,
    nowMs: () => Date.now(),
  });
  const credential = { origin: "prod", access_token: token };
  const deadlineMs = monotonicMs() + defaultLimits.totalTimeoutMs;
  // An execution has one channel with one changing request, so each run opens its own.
  const send: ProviderWorld["send"] = async (request): Promise<ExchangeFacts> => {
    const channel = egress.open(slug, { headers: tokenAuth.headers(credential), deadlineMs, listedOrigin });
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
      const action = vault.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      return (await runAction(vault, action, input, { credentialKind: tokenAuth.credentialKind(credential), send }))
        .end;
    },
    async close() {
      await egress.close();
      await simulator.close();
    },
  };
}

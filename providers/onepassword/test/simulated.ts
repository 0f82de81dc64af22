/** The provider through the server's own outbound client, against the simulated server. */
import { runAction, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { losses } from "@svc/simulator";
import { createEgress, defaultLimits } from "../../../packages/server/src/adapters/egress/index.ts";
import { startOnepasswordSimulator, tokens, type OnepasswordSimulator, type Switches } from "../simulator/index.ts";
import { tokenAuth } from "../src/auth.ts";
import { onepassword } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated server with one token to talk to it. `close` closes both sides. */
export type Simulated = ProviderWorld & {
  simulator: OnepasswordSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

const listedOrigin = "prod https://connect.internal";

/** A way to send to a server on loopback, which stands for the one that the operator lists as `prod`. */
function openChannel(url: string, credential: { origin: string; access_token: string }) {
  const monotonicMs = () => performance.now();
  const { slug, requestIdHeader } = onepassword;
  const target = { provider: slug, service: "api", origin: null, requestIdHeader, answerHeaders: [] } as const;
  const egress = createEgress({
    targets: [{ ...target, listed: { [listedOrigin]: url }, loopbackOnly: true }],
    limits: defaultLimits,
    userAgent: "svc-test",
    monotonicMs,
    nowMs: () => Date.now(),
  });
  const deadlineMs = monotonicMs() + defaultLimits.totalTimeoutMs;
  // An execution has one channel with one changing request, so each request opens its own.
  const send: ProviderWorld["send"] = async (request) => {
    const channel = egress.open(slug, { headers: tokenAuth.headers(credential), deadlineMs, listedOrigin });
    try {
      return await channel.send(request);
    } finally {
      channel.close();
    }
  };
  return { send, close: () => egress.close() };
}

/** Starts the simulator and opens a channel to it; by default, the token may do everything that the actions need. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startOnepasswordSimulator({ switches });
  const credential = { origin: "prod", access_token: token };
  const { send, close } = openChannel(simulator.url, credential);
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
      const action = onepassword.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      const credentialKind = tokenAuth.credentialKind(credential);
      return (await runAction(onepassword, action, input, { credentialKind, send })).end;
    },
    async close() {
      await close();
      await simulator.close();
    },
  };
}

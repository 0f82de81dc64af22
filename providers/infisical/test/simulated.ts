/** The provider through the server's own outbound client, against the simulated server. */
import type { ProviderRequest } from "@svc/provider-kit";
import { makeBearer, runAction, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { losses } from "@svc/simulator";
import { createEgress, defaultLimits } from "../../../packages/server/src/adapters/egress/index.ts";
import { startInfisicalSimulator, tokens, type InfisicalSimulator, type Switches } from "../simulator/index.ts";
import { identityAuth } from "../src/auth.ts";
import { infisical } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated server with one credential to talk to it. `close` closes both sides. */
export type Simulated = ProviderWorld & {
  simulator: InfisicalSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

const listedOrigin = "eu https://eu.infisical.com";

/** An access token, or a client ID with its client secret. */
export type Given = { access_token: string } | { client_id: string; client_secret: string };

/** A way to send to a server on loopback, which stands for the one that the operator lists as `eu`. */
function openChannel(url: string, credential: object) {
  const monotonicMs = () => performance.now();
  const { slug, requestIdHeader } = infisical;
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
  const sendWith = async (headers: Readonly<Record<string, string>>, request: ProviderRequest) => {
    const own = identityAuth.headers(credential);
    const channel = egress.open(slug, { headers: { ...own, ...headers }, deadlineMs, listedOrigin });
    try {
      return await channel.send(request);
    } finally {
      channel.close();
    }
  };
  const source = identityAuth.bearer?.(credential) ?? null;
  let token: Promise<string> | null = null;
  const send: ProviderWorld["send"] = async (request) => {
    if (source === null) return await sendWith({}, request);
    token ??= makeBearer(source, (login) => sendWith({}, login));
    return await sendWith({ authorization: `Bearer ${await token}` }, request);
  };
  return { send, close: () => egress.close() };
}

/** Starts the simulator and opens a channel to it; by default, with a token that may do everything that the actions need. */
export async function openSimulated(
  given: Given = { access_token: tokens.everything },
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startInfisicalSimulator({ switches });
  const credential = { origin: "eu", ...given };
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
      const action = infisical.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      const credentialKind = identityAuth.credentialKind(credential);
      return (await runAction(infisical, action, input, { credentialKind, send })).end;
    },
    async close() {
      await close();
      await simulator.close();
    },
  };
}

/** The provider through the server's own outbound client, against the simulated API. */
import { runAction, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { createEgress, defaultLimits } from "../../../packages/server/src/adapters/egress/index.ts";
import { startGmailSimulator, tokens, type GmailSimulator } from "../simulator/index.ts";
import { keyAuth } from "../src/auth.ts";
import { gmail } from "../src/index.ts";

/** A simulated provider with a key to talk to it. `close` ends both sides. */
export type Simulated = ProviderWorld & {
  simulator: GmailSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

/** Starts the simulator and opens a channel to it. */
export async function openSimulated(): Promise<Simulated> {
  const simulator = await startGmailSimulator();
  const monotonicMs = () => performance.now();
  const { slug, requestIdHeader, answerHeaders = [] } = gmail;
  const origin = { provider: slug, service: "api", origin: simulator.url, loopbackOnly: true } as const;
  const egress = createEgress({
    targets: [{ ...origin, requestIdHeader, answerHeaders }],
    limits: defaultLimits,
    userAgent: "svc-test",
    monotonicMs,
    nowMs: () => Date.now(),
  });
  const credential = { access_token: tokens.apiKey };
  const deadlineMs = monotonicMs() + defaultLimits.totalTimeoutMs;
  const channel = egress.open(slug, { headers: keyAuth.headers(credential), deadlineMs });
  const send: ProviderWorld["send"] = (request) => channel.send(request);
  return {
    simulator,
    credential,
    send,
    async run(id, input) {
      const action = gmail.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      return (await runAction(gmail, action, input, { credentialKind: "api_key", send })).end;
    },
    async close() {
      channel.close();
      await egress.close();
      await simulator.close();
    },
  };
}

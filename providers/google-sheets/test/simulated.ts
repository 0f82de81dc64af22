/** The provider through the server's own outbound client, against the simulated Sheets. */
import type { EvidenceVerdict, ExchangeFacts } from "@svc/provider-kit";
import { runAction, runLook, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { losses } from "@svc/simulator";
import { createEgress, defaultLimits } from "../../../packages/server/src/adapters/egress/index.ts";
import { startGoogleSheetsSimulator, tokens, type GoogleSheetsSimulator, type Switches } from "../simulator/index.ts";
import { oauth } from "../src/auth.ts";
import { googleSheets } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated Sheets with one token to talk to it. `close` closes both sides. */
export type Simulated = ProviderWorld & {
  simulator: GoogleSheetsSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
  /** Looks for the effect of an action; its reads succeed. */
  look: (id: string, input: unknown, facts: Readonly<Record<string, unknown>>) => Promise<EvidenceVerdict>;
};

/** Starts the simulator and opens a channel to it; by default, the token has every scope. */
export async function openSimulated(
  { token = tokens.everything }: { token?: string } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startGoogleSheetsSimulator({ switches });
  const monotonicMs = () => performance.now();
  const { slug, requestIdHeader } = googleSheets;
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
  const credentialKind = oauth.credentialKind(credential);
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
      return (await runAction(googleSheets, actionOf(id), input, { credentialKind, send })).end;
    },
    async look(id, input, facts) {
      const options = { credentialKind, send, input, facts, sentAt: 0, nowMs: Date.now() };
      const { end } = await runLook(googleSheets, actionOf(id), options);
      if (end.kind !== "verdict") throw new Error(`The look ended with ${end.kind}.`);
      return end.verdict;
    },
    async close() {
      await egress.close();
      await simulator.close();
    },
  };
}

function actionOf(id: string) {
  const action = googleSheets.actions.find((candidate) => candidate.id === id);
  if (action === undefined) throw new RangeError(`There is no action ${id}.`);
  return action;
}

/**
 * A provider port without a server. It sends through a function, uses the kit's own verdicts, and records what it sent.
 * It doesn't retry reads, so that each exchange of an action can be counted.
 */
import type { Action } from "../action.ts";
import type { Marker } from "../evidence.ts";
import { judgeChange, judgeRead, type ExchangeFacts } from "../exchange.ts";
import { OutcomeUnknown, PortMisuse, ProviderFailure, type Refusal } from "../failure.ts";
import { toMarker } from "../marker.ts";
import type { Provider } from "../provider.ts";
import type { ProviderAnswer, ProviderPort, ProviderRequest } from "../request.ts";
import { factsFaults } from "./facts.ts";

/** Sends one request with the environment's credential. Network errors are facts, not exceptions. */
export type Send = (request: ProviderRequest) => Promise<ExchangeFacts>;

/** One exchange of an action, as recorded by the port. */
export type Exchange = {
  purpose: "read" | "change";
  request: ProviderRequest;
  /** The statuses that the action accepts; null if a read used the default, any 2xx. */
  accept: readonly number[] | null;
  facts: ExchangeFacts;
};

/** How a run of an action ended. */
export type RunEnd =
  | { kind: "output"; output: unknown }
  | { kind: "failed"; refusal: Refusal }
  | { kind: "unknown" }
  /** Any other thrown value: a bug in the action. */
  | { kind: "defect"; error: unknown };

/** The marker of every run that isn't given another. */
export const testMarker: Marker = toMarker(Buffer.from("a fixed digest for tests"));

/** The environment for an action in a test. */
export type PortOptions = {
  credentialKind: string;
  send: Send;
  /** `testMarker` by default. */
  marker?: Marker;
};

/** The facts that an action passed with its change; null if there were none. */
export type PassedFacts = Readonly<Record<string, unknown>> | null;

/**
 * Creates a port and the list of its exchanges.
 * @param run the action and its input, if the port is for a run: then its facts must be as it declares them.
 * @returns `outcomeUnknown()`: whether a change has an unknown outcome, even if the action caught the error. `facts()`: what
 *   the action passed with its change.
 */
export function createPort(
  provider: Provider,
  { credentialKind, send, marker = testMarker }: PortOptions,
  run?: { action: Action; input: unknown },
): { port: ProviderPort; exchanges: readonly Exchange[]; outcomeUnknown(): boolean; facts(): PassedFacts } {
  const exchanges: Exchange[] = [];
  let passed: PassedFacts = null;
  let changeSent = false;
  let unknown = false;

  const exchange = async (purpose: Exchange["purpose"], request: ProviderRequest, accept: Exchange["accept"]) => {
    const facts = await send(request);
    exchanges.push({ purpose, request, accept, facts });
    return facts;
  };
  const refused = (answer: ProviderAnswer, change: boolean, retryAfterSeconds: number | null) =>
    new ProviderFailure({
      ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
      ...provider.refuse(answer, { credentialKind, change }),
    });

  const port: ProviderPort = {
    credentialKind,
    marker,
    async read(request, options) {
      if (request.method !== "GET") throw new PortMisuse(`A read must use GET, not ${request.method}.`);
      const verdict = judgeRead(await exchange("read", request, options?.accept ?? null), options?.accept);
      if (verdict.kind === "failed") throw new ProviderFailure({ code: verdict.code });
      const { answer } = verdict;
      const accepted = options?.accept?.includes(answer.status) ?? answer.status < 300;
      if (!accepted) throw refused(answer, false, verdict.retryAfterSeconds);
      return answer;
    },
    async change(request, { accept, facts }) {
      if (changeSent) throw new PortMisuse("An action sends at most one changing request.");
      const [fault] = run === undefined ? [] : factsFaults(run.action, run.input, facts);
      if (fault !== undefined) throw new PortMisuse(fault);
      changeSent = true;
      passed = facts ?? null;
      const verdict = judgeChange(await exchange("change", request, accept), accept, request.answerBody);
      switch (verdict.kind) {
        case "accepted":
          return verdict.answer;
        case "refused":
          throw refused(verdict.answer, true, verdict.retryAfterSeconds);
        case "not_sent":
          throw new ProviderFailure({ code: "PROVIDER_UNREACHABLE" });
        case "unknown":
          unknown = true;
      }
      throw new OutcomeUnknown();
    },
  };
  return { port, exchanges, outcomeUnknown: () => unknown, facts: () => passed };
}

/** Runs an action once against a fresh port. */
export async function runAction(
  provider: Provider,
  action: Action,
  input: unknown,
  options: PortOptions,
): Promise<{ end: RunEnd; exchanges: readonly Exchange[]; facts: PassedFacts }> {
  const session = createPort(provider, options, { action, input });
  const end = await action.run(input, session.port).then(
    (output): RunEnd => ({ kind: "output", output }),
    (error: unknown): RunEnd => {
      if (error instanceof ProviderFailure) return { kind: "failed", refusal: error.refusal };
      return error instanceof OutcomeUnknown ? { kind: "unknown" } : { kind: "defect", error };
    },
  );
  return {
    end: session.outcomeUnknown() ? { kind: "unknown" } : end,
    exchanges: session.exchanges,
    facts: session.facts(),
  };
}

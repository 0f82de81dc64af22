/**
 * A provider port without a server. It sends through a function, uses the kit's own verdicts, and records its
 * exchanges. It doesn't retry reads, so that each exchange of an action can be counted.
 */
import type { Action } from "../action.ts";
import { connectionPrefix, placeRequest } from "../connection-facts.ts";
import type { Marker, ProviderPort, ProviderRequest } from "../request.ts";
import { judgeChange, judgeRead, type BodyRules, type ExchangeFacts } from "../exchange.ts";
import { OutcomeUnknown, PortMisuse, ProviderFailure, type Refusal } from "../failure.ts";
import { toMarker } from "../marker.ts";
import type { Provider } from "../provider.ts";
import { inRegion } from "../regions.ts";
import { continued, type Continuation } from "../continuation.ts";
import { requestFault } from "../request-rules.ts";
import { factsFaults } from "./facts.ts";

/**
 * Sends one request with the environment's credential. Network errors are facts, not exceptions.
 * @param purpose whether the request is a read or a change; its method alone doesn't say.
 */
export type Send = (request: ProviderRequest, purpose: Exchange["purpose"]) => Promise<ExchangeFacts>;

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

/** The default marker of a run. */
export const testMarker: Marker = toMarker(Buffer.from("a fixed digest for tests"));

/** The environment for an action in a test. */
export type PortOptions = {
  credentialKind: string;
  send: Send;
  /** `testMarker` by default. */
  marker?: Marker;
  /** The provider's own by default. */
  origin?: string;
  /** The connection's facts; none by default. */
  connectionFacts?: Readonly<Record<string, string>>;
};

/** The facts that an action passed with its change; null if there were none. */
export type PassedFacts = Readonly<Record<string, unknown>> | null;

/**
 * Creates a port and the list of its exchanges.
 * @param run the action and its input, if the port is for a run. Its facts must then match their declaration.
 * @returns `outcomeUnknown()`: whether a change has an unknown outcome, even if the action caught the error. `facts()`:
 * what the action passed with its change.
 */
export function createPort(
  provider: Provider,
  { credentialKind, send, marker = testMarker, origin = provider.origin, connectionFacts = {} }: PortOptions,
  run?: { action: Action; input: unknown },
): { port: ProviderPort; exchanges: readonly Exchange[]; outcomeUnknown(): boolean; facts(): PassedFacts } {
  const exchanges: Exchange[] = [];
  const prefix = connectionPrefix(provider, connectionFacts);
  let passed: PassedFacts = null;
  let changeSent = false;
  let unknown = false;

  const exchange = async (purpose: Exchange["purpose"], request: ProviderRequest, accept: Exchange["accept"]) => {
    const facts = await send(inRegion(provider, connectionFacts, placeRequest(prefix, request)), purpose);
    exchanges.push({ purpose, request, accept, facts });
    return facts;
  };
  const refused = (refusal: Refusal, retryAfterSeconds: number | null) =>
    new ProviderFailure({ ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }), ...refusal });
  const rulesFor = (request: ProviderRequest, change: boolean): BodyRules => {
    const { judge } = provider;
    const { responseBody } = request;
    return judge === undefined
      ? { responseBody }
      : { responseBody, judge: (response) => judge(response, { credentialKind, change }) };
  };
  const assertAllowed = (request: ProviderRequest, purpose: Exchange["purpose"]): void => {
    const fault = requestFault(provider, request, purpose);
    if (fault !== null) throw new PortMisuse(fault);
  };

  const continuation: Continuation = {
    send: (request) => exchange("read", request, null),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    isInTime: () => true,
  };

  const port: ProviderPort = {
    origin,
    credentialKind,
    connectionFacts,
    marker,
    async read(request, options) {
      assertAllowed(request, "read");
      const first = await exchange("read", request, options?.accept ?? null);
      const facts = await continued(request, first, continuation);
      const verdict = judgeRead(facts, options?.accept, rulesFor(request, false));
      if (verdict.kind === "failed") throw new ProviderFailure({ code: verdict.code });
      if (verdict.kind === "not_sent") throw new ProviderFailure({ code: "PROVIDER_UNREACHABLE" });
      const { response, retryAfterSeconds } = verdict;
      if (verdict.kind === "refused") throw refused(verdict.refusal, retryAfterSeconds);
      const accepted = options?.accept?.includes(response.status) ?? response.status < 300;
      if (!accepted) throw refused(provider.refuse(response, { credentialKind, change: false }), retryAfterSeconds);
      return response;
    },
    async change(request, { accept, facts: declared }) {
      if (changeSent) throw new PortMisuse("An action sends at most one changing request.");
      assertAllowed(request, "change");
      const [fault] = run === undefined ? [] : factsFaults(run.action, run.input, declared);
      if (fault !== undefined) throw new PortMisuse(fault);
      changeSent = true;
      passed = declared ?? null;
      const first = await exchange("change", request, accept);
      const facts = await continued(request, first, continuation);
      const verdict = judgeChange(facts, accept, rulesFor(request, true));
      switch (verdict.kind) {
        case "accepted":
          return verdict.response;
        case "refused":
          throw refused(
            verdict.refusal ?? provider.refuse(verdict.response, { credentialKind, change: true }),
            verdict.retryAfterSeconds,
          );
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

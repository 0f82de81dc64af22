/**
 * The facts of one exchange, and the verdict on them. The transport only reports facts. The functions here are pure and
 * make all decisions (contract §4.2 and §4.3).
 */
import { judgeBody, type BodyJudge } from "./body-verdict.ts";
import type { Refusal } from "./failure.ts";
import { keepMembers } from "./kept-members.ts";
import type { ResponseBody, ProviderResponse } from "./request.ts";
import { readRpc } from "./rpc.ts";

/**
 * Why a request certainly wasn't sent. `local`: svc's own machine couldn't open a connection, for example without a
 * file descriptor. `not_allowed`: svc itself didn't let it go.
 */
export type NotSentReason =
  "dns" | "connect" | "connect_timeout" | "tls" | "deadline" | "refused_address" | "not_allowed" | "local";

/** Why a request that may have been sent has no usable response. */
export type LostReason = "reset" | "closed" | "timeout" | "protocol_error";

/** What is known after a request: a response with its body, or how far the request got. */
export type ExchangeFacts =
  | { kind: "not_sent"; reason: NotSentReason }
  | { kind: "lost"; reason: LostReason }
  | {
      kind: "answered";
      status: number;
      requestId: string | null;
      /** From `Retry-After`, or from the headers that the manifest lists as `retryAfter`, in seconds. */
      retryAfterSeconds: number | null;
      /** The headers that the provider's manifest lists, by lowercase name. */
      headers: Readonly<Record<string, string>>;
      body: BodyFacts;
    };

/** The facts about a response's body. */
export type BodyFacts =
  | { kind: "complete"; text: string }
  | { kind: "discarded" }
  /**
   * The body was truncated, too large, too slow, or couldn't be decoded. `partial` is what was received, if the request
   * expects a JSON-RPC response.
   */
  | { kind: "unreadable"; reason: "truncated" | "too_large" | "timeout" | "undecodable"; partial?: string };

/** What the facts of a read prove: a response, a refusal, or a failure and whether the read may be repeated. */
export type ReadVerdict =
  | { kind: "answered"; response: ProviderResponse; retryAfterSeconds: number | null }
  /** The body refuses the read, whatever the status. */
  | { kind: "refused"; response: ProviderResponse; refusal: Refusal; retryAfterSeconds: number | null }
  /** It wasn't sent because of svc itself, so it says nothing about the provider. */
  | { kind: "not_sent"; reason: "local" | "not_allowed"; repeatable: boolean }
  | { kind: "failed"; code: "PROVIDER_UNREACHABLE" | "PROVIDER_TIMEOUT" | "PROVIDER_ERROR"; repeatable: boolean };

/** The verdict for a changing request: `unknown` unless the response proves something. */
export type ChangeVerdict =
  | { kind: "accepted"; response: ProviderResponse }
  /** Has a `refusal` only if the body proved it; otherwise, the provider's `refuse` returns the code. */
  | { kind: "refused"; response: ProviderResponse; refusal?: Refusal; retryAfterSeconds: number | null }
  | { kind: "not_sent"; reason: NotSentReason }
  | { kind: "unknown"; providerStatus: number | null; requestId: string | null };

/** 4xx statuses that don't prove that nothing happened (contract §4.3). */
const ambiguousClientErrors: ReadonlySet<number> = new Set([408, 421, 425]);

/** How a body is read and judged. */
export type BodyRules = {
  /** `json` by default. */
  responseBody?: ResponseBody | undefined;
  /** The provider's `judge`, if it has one. */
  judge?: BodyJudge | undefined;
};

/**
 * Judges a read. Every 5xx, every 4xx that isn't a refusal (408, 421, 425), every unreadable response, and every body
 * with an unclear meaning is a fault of the provider and may be retried.
 * @param accept the statuses that the action handles itself. A 3xx is a response only if it's listed here.
 * @returns `answered` for any other status below 500 except redirects, which are never followed and never a success.
 */
export function judgeRead(facts: ExchangeFacts, accept: readonly number[] = [], rules: BodyRules = {}): ReadVerdict {
  if (facts.kind === "not_sent") {
    const { reason } = facts;
    if (reason === "local" || reason === "not_allowed") return { ...facts, reason, repeatable: reason === "local" };
    if (reason === "deadline") return { kind: "failed", code: "PROVIDER_TIMEOUT", repeatable: false };
    return { kind: "failed", code: "PROVIDER_UNREACHABLE", repeatable: true };
  }
  if (facts.kind === "lost") {
    return {
      kind: "failed",
      code: facts.reason === "timeout" ? "PROVIDER_TIMEOUT" : "PROVIDER_ERROR",
      repeatable: true,
    };
  }
  const fault = facts.status >= 500 || facts.status < 200 || ambiguousClientErrors.has(facts.status);
  if (fault) return { kind: "failed", code: "PROVIDER_ERROR", repeatable: true };
  if (facts.status >= 300 && facts.status < 400) {
    if (accept.includes(facts.status)) return answered(facts, undefined);
    return { kind: "failed", code: "PROVIDER_ERROR", repeatable: false };
  }
  if (facts.body.kind === "unreadable" && facts.status < 400 && parse(facts, rules.responseBody) === unparseable) {
    const repeatable = facts.body.reason !== "too_large";
    return {
      kind: "failed",
      code: facts.body.reason === "timeout" ? "PROVIDER_TIMEOUT" : "PROVIDER_ERROR",
      repeatable,
    };
  }
  const parsed = parse(facts, rules.responseBody);
  if (facts.status < 300 && parsed === unparseable) return { kind: "failed", code: "PROVIDER_ERROR", repeatable: true };
  return judgeReadBody(facts, parsed === unparseable ? undefined : parsed, rules);
}

function judgeReadBody(facts: AnsweredFacts, body: unknown, { judge }: BodyRules): ReadVerdict {
  const verdict = judgeBody(judge, toResponse(facts, body));
  if (verdict.verdict === "unknown") return { kind: "failed", code: "PROVIDER_ERROR", repeatable: true };
  if (verdict.verdict === "accepted") return answered(facts, body);
  const { refusal } = verdict;
  return { ...answered(facts, body), kind: "refused", refusal };
}

/**
 * Judges a changing request. A body never turns another status into an accepted response, nor a status that proves
 * nothing into a refusal.
 * @param accept the statuses that the action declared as proof. If the body of an accepted status should be read but
 * can't be, the outcome is unknown.
 */
export function judgeChange(
  facts: ExchangeFacts,
  accept: readonly number[],
  { responseBody, judge }: BodyRules = {},
): ChangeVerdict {
  if (facts.kind === "not_sent") return facts;
  if (facts.kind === "lost") return { kind: "unknown", providerStatus: null, requestId: null };
  const unknown: ChangeVerdict = { kind: "unknown", providerStatus: facts.status, requestId: facts.requestId };
  const isAccepted = accept.includes(facts.status);
  const isRefused = facts.status >= 400 && facts.status < 500 && !ambiguousClientErrors.has(facts.status);
  if (!isAccepted && !isRefused) return unknown;
  const isDiscarded = isAccepted && responseBody === "discard";
  const parsed = isDiscarded ? undefined : parse(facts, responseBody);
  if (isAccepted && parsed === unparseable) return unknown;
  const response = toResponse(facts, parsed === unparseable ? undefined : parsed);
  const verdict = judgeBody(judge, response);
  const { retryAfterSeconds } = facts;
  switch (verdict.verdict) {
    case "accepted":
      return isAccepted ? { kind: "accepted", response } : { kind: "refused", response, retryAfterSeconds };
    case "refused": {
      const { refusal } = verdict;
      // A fault doesn't say whether the change took effect.
      return faultCodes.has(refusal.code) ? unknown : { kind: "refused", response, refusal, retryAfterSeconds };
    }
    case "unknown":
      return unknown;
  }
}

/** Codes with which a body can't refuse a change. */
const faultCodes: ReadonlySet<string> = new Set(["PROVIDER_ERROR", "PROVIDER_TIMEOUT", "PROVIDER_UNREACHABLE"]);

type AnsweredFacts = Extract<ExchangeFacts, { kind: "answered" }>;

const unparseable: unique symbol = Symbol("unparseable");

function parse({ status, body }: AnsweredFacts, responseBody: ResponseBody = "json"): unknown {
  const isRefusal = status >= 400;
  const rpcId =
    typeof responseBody === "object" && "rpcId" in responseBody && !isRefusal ? responseBody.rpcId : undefined;
  if (rpcId !== undefined) return rpcId === null ? undefined : parseRpc(body, rpcId);
  if (body.kind === "unreadable") return unparseable;
  if (body.kind === "discarded" || body.text === "") return undefined;
  if (responseBody === "text" && !isRefusal) return body.text;
  try {
    const parsed = JSON.parse(body.text) as unknown;
    const isReduced = typeof responseBody === "object" && "keep" in responseBody && !isRefusal;
    return isReduced ? keepMembers(parsed, responseBody.keep) : parsed;
  } catch {
    return unparseable;
  }
}

/** A response that arrived whole counts, even if the stream that it was in broke off behind it. */
function parseRpc(body: BodyFacts, id: string): unknown {
  const text = body.kind === "complete" ? body.text : body.kind === "unreadable" ? (body.partial ?? "") : "";
  return readRpc(text, id).response ?? unparseable;
}

function toResponse(facts: AnsweredFacts, body: unknown): ProviderResponse {
  return { status: facts.status, body, requestId: facts.requestId, headers: facts.headers };
}

function answered(facts: AnsweredFacts, body: unknown): Extract<ReadVerdict, { kind: "answered" }> {
  return { kind: "answered", response: toResponse(facts, body), retryAfterSeconds: facts.retryAfterSeconds };
}

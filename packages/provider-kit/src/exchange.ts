/**
 * The facts of one exchange, and their verdict. The transport only reports facts. The functions here are pure and make all
 * decisions (contract §4.2 and §4.3).
 */
import type { ProviderAnswer } from "./request.ts";

/** Why a request certainly wasn't sent. */
export type NotSentReason =
  "dns" | "connect" | "connect_timeout" | "tls" | "deadline" | "refused_address" | "not_allowed";

/** Why a request that may have been sent has no usable answer. */
export type LostReason = "reset" | "closed" | "timeout" | "protocol_error";

/** The facts of one exchange. */
export type ExchangeFacts =
  | { kind: "not_sent"; reason: NotSentReason }
  | { kind: "lost"; reason: LostReason }
  | {
      kind: "answered";
      status: number;
      requestId: string | null;
      /** From `Retry-After`, in seconds, if it is a number of seconds or a date. */
      retryAfterSeconds: number | null;
      /** The headers that the provider's manifest lists, by lowercase name. */
      headers: Readonly<Record<string, string>>;
      body: BodyFacts;
    };

/** The facts about an answer's body. */
export type BodyFacts =
  | { kind: "complete"; text: string }
  | { kind: "discarded" }
  /** The body was truncated, too large, too slow, or couldn't be decoded. */
  | { kind: "unreadable"; reason: "truncated" | "too_large" | "timeout" | "undecodable" };

/** The verdict for a read. */
export type ReadVerdict =
  | { kind: "answered"; answer: ProviderAnswer; retryAfterSeconds: number | null }
  | { kind: "failed"; code: "PROVIDER_UNREACHABLE" | "PROVIDER_TIMEOUT" | "PROVIDER_ERROR"; repeatable: boolean };

/** The verdict for a changing request: `unknown` unless the answer proves something. */
export type ChangeVerdict =
  | { kind: "accepted"; answer: ProviderAnswer }
  | { kind: "refused"; answer: ProviderAnswer; retryAfterSeconds: number | null }
  | { kind: "not_sent"; reason: NotSentReason }
  | { kind: "unknown"; providerStatus: number | null; requestId: string | null };

/** 4xx statuses that don't prove that nothing happened (contract §4.3). */
const ambiguousClientErrors: ReadonlySet<number> = new Set([408, 421, 425]);

/**
 * Judges a read. Every 5xx, the 4xx that aren't refusals (408, 421, 425), and every unreadable answer is a fault of the
 * provider and may be retried.
 * @param accept the statuses that the action handles itself. A 3xx is an answer only if it's listed here.
 * @returns `answered` for any other status below 500 except redirects, which are never followed and never a success.
 */
export function judgeRead(facts: ExchangeFacts, accept: readonly number[] = []): ReadVerdict {
  if (facts.kind === "not_sent") {
    const repeatable = facts.reason !== "deadline" && facts.reason !== "not_allowed";
    return {
      kind: "failed",
      code: facts.reason === "deadline" ? "PROVIDER_TIMEOUT" : "PROVIDER_UNREACHABLE",
      repeatable,
    };
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
  if (facts.body.kind === "unreadable") {
    if (facts.status >= 400) return answered(facts, undefined);
    const repeatable = facts.body.reason !== "too_large";
    return {
      kind: "failed",
      code: facts.body.reason === "timeout" ? "PROVIDER_TIMEOUT" : "PROVIDER_ERROR",
      repeatable,
    };
  }
  const parsed = parse(facts.body);
  if (facts.status < 300 && parsed === unparseable) return { kind: "failed", code: "PROVIDER_ERROR", repeatable: true };
  return answered(facts, parsed === unparseable ? undefined : parsed);
}

/**
 * Judges a changing request.
 * @param accept the statuses that the action declared as proof. If the body of an accepted status should be read but can't
 *   be, the outcome is unknown.
 * @param answerBody `discard`: an accepted status is enough. The body of a refusal is still read.
 */
export function judgeChange(
  facts: ExchangeFacts,
  accept: readonly number[],
  answerBody: "json" | "discard" = "json",
): ChangeVerdict {
  if (facts.kind === "not_sent") return facts;
  if (facts.kind === "lost") return { kind: "unknown", providerStatus: null, requestId: null };
  const unknown: ChangeVerdict = { kind: "unknown", providerStatus: facts.status, requestId: facts.requestId };
  if (accept.includes(facts.status)) {
    if (answerBody === "discard") return { kind: "accepted", answer: toAnswer(facts, undefined) };
    if (facts.body.kind === "unreadable") return unknown;
    const parsed = parse(facts.body);
    return parsed === unparseable ? unknown : { kind: "accepted", answer: toAnswer(facts, parsed) };
  }
  const refused = facts.status >= 400 && facts.status < 500 && !ambiguousClientErrors.has(facts.status);
  if (!refused) return unknown;
  const parsed = parse(facts.body);
  const answer = toAnswer(facts, parsed === unparseable ? undefined : parsed);
  return { kind: "refused", answer, retryAfterSeconds: facts.retryAfterSeconds };
}

type AnsweredFacts = Extract<ExchangeFacts, { kind: "answered" }>;

const unparseable: unique symbol = Symbol("unparseable");

function parse(body: BodyFacts): unknown {
  if (body.kind === "unreadable") return unparseable;
  if (body.kind === "discarded" || body.text === "") return undefined;
  try {
    return JSON.parse(body.text) as unknown;
  } catch {
    return unparseable;
  }
}

function toAnswer(facts: AnsweredFacts, body: unknown): ProviderAnswer {
  return { status: facts.status, body, requestId: facts.requestId, headers: facts.headers };
}

function answered(facts: AnsweredFacts, body: unknown): ReadVerdict {
  return { kind: "answered", answer: toAnswer(facts, body), retryAfterSeconds: facts.retryAfterSeconds };
}

/**
 * Failures that somebody rehearses against a sandbox: the next request fails, or each one that carries the failure's word, as
 * test card numbers do elsewhere.
 */
import { SimControlError } from "./api.ts";
import type { SimRequest } from "./api.ts";
import { matches } from "./faults.ts";
import type { Fault, FaultRule } from "./faults.ts";

/** Which requests a rehearsed failure waits for: a changing one, any other, or both. */
export type RehearsedRequests = "write" | "read" | "any";

type Rehearsal = { readonly on: RehearsedRequests; readonly fault: Fault };

const slowMs = 5000;

const rehearsals = {
  /** It takes effect, and the connection is reset instead of an answer. */
  "lose-answer": { on: "write", fault: { kind: "reset_after_effect" } },
  /** The connection is reset before anything takes effect. From outside, it looks the same. */
  reset: { on: "write", fault: { kind: "reset_before_effect" } },
  "500": { on: "any", fault: { kind: "status", status: 500, json: { message: "Rehearsed failure" }, effect: false } },
  "429": {
    on: "any",
    fault: {
      kind: "status",
      status: 429,
      headers: { "retry-after": "1" },
      json: { message: "Rehearsed limit" },
      effect: false,
    },
  },
  slow: { on: "any", fault: { kind: "delay", ms: slowMs, when: "after_effect" } },
} as const satisfies Record<string, Rehearsal>;

/** A failure that can be rehearsed. */
export type RehearsalName = keyof typeof rehearsals;

/** Every failure that can be rehearsed. */
export const rehearsalNames = Object.keys(rehearsals) as RehearsalName[];

const prefix = "SVC_TEST_";

/** The word that makes a request fail so if its query or body carries it, such as `SVC_TEST_LOSE_ANSWER`. */
export function rehearsalWord(name: RehearsalName): string {
  return prefix + name.toUpperCase().replaceAll("-", "_");
}

const changing: Readonly<Record<RehearsedRequests, { changing?: boolean }>> = {
  write: { changing: true },
  read: { changing: false },
  any: {},
};

const rulesByWord = rehearsalNames.map((name) => {
  const { on, fault } = rehearsals[name];
  return { match: { ...changing[on], text: rehearsalWord(name) }, fault };
});

/** The failure that a request asks for with a word, or undefined. Without `isRead`, the method says whether it only reads. */
export function rehearsedBy(request: SimRequest, isRead?: boolean): Fault | undefined {
  // Most requests carry none.
  if (!matches({ text: prefix }, request)) return undefined;
  return rulesByWord.find(({ match }) => matches(match, request, isRead))?.fault;
}

/**
 * The rule that makes the next request fail, from the body of a control request.
 * @param body `{fault, on}`: a name, and which requests it waits for (by default those that the name says).
 * @throws SimControlError for anything else.
 */
export function rehearsalRule(body: unknown): FaultRule {
  const { fault: name, on } = (body ?? {}) as { fault?: unknown; on?: unknown };
  const known = rehearsalNames.find((one) => one === name);
  if (known === undefined) throw new SimControlError(`fault must be one of ${rehearsalNames.join(", ")}`);
  const kind = on ?? rehearsals[known].on;
  if (kind !== "write" && kind !== "read" && kind !== "any") throw new SimControlError("on must be write, read or any");
  return { match: changing[kind], fault: rehearsals[known].fault };
}

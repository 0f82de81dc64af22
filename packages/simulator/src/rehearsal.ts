/**
 * Failures that a developer rehearses against a sandbox: the next request fails, or every request that contains the
 * failure's word, like test card numbers in payment APIs.
 */
import { SimControlError } from "./api.ts";
import type { SimRequest } from "./api.ts";
import { matches } from "./faults.ts";
import type { Fault, FaultRule } from "./faults.ts";

/** The requests that a rehearsed failure waits for: changing ones, all others, or both. */
export type RehearsedRequests = "write" | "read" | "any";

type Rehearsal = { readonly on: RehearsedRequests; readonly fault: Fault };

const slowMs = 5000;

const rehearsals = {
  /** The request takes effect, and the connection is reset instead of a response. */
  "lose-response": { on: "write", fault: { kind: "reset_after_effect" } },
  /** The connection is reset before the request takes effect. The client sees no difference. */
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

/** The word that makes a request fail if its query or body contains it, such as `SVC_TEST_LOSE_RESPONSE`. */
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

/**
 * The failure that a request names with a word, or undefined. Without `isRead`, the method decides whether it reads.
 */
export function rehearsedBy(request: SimRequest, isRead?: boolean): Fault | undefined {
  // Most requests contain no word.
  if (!matches({ text: prefix }, request)) return undefined;
  return rulesByWord.find(({ match }) => matches(match, request, isRead))?.fault;
}

/**
 * The rule that makes the next request fail, from the body of a control request.
 * @param body `{fault, on}`: a name, and the requests that it waits for (by default the failure's own).
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

/** Faults of a change at the secrets provider, and their results (contract §4.2 and §4.3). */
import type { ErrorCode } from "@svc/contract";
import type { Fault } from "@svc/simulator";

/** The caller's response: a success, or a problem's code. */
export type Verdict = "succeeded" | ErrorCode;

/** The results of the two writes. */
export interface Verdicts {
  readonly set: Verdict;
  readonly delete: Verdict;
}

/** One fault of a change; `effects` is the number of effects at the provider. */
export interface ChangeFault extends Verdicts {
  readonly name: string;
  readonly fault: Fault;
  readonly effects: 0 | 1;
}

const both = (verdict: Verdict): Verdicts => ({ set: verdict, delete: verdict });
const unknown = both("ACTION_OUTCOME_UNKNOWN");
const succeeded = both("succeeded");
/** Only the status of a set matters; a broken response to a delete has a different status, or none. */
const onlyTheSet: Verdicts = { set: "succeeded", delete: "ACTION_OUTCOME_UNKNOWN" };
const onlyTheDelete: Verdicts = { set: "ACTION_OUTCOME_UNKNOWN", delete: "succeeded" };

function row(fault: Fault, effects: 0 | 1, verdicts: Verdicts, name: string = fault.kind): ChangeFault {
  return { name: `${name}, effects ${effects}`, fault, effects, ...verdicts };
}

function statusRow(status: number, effects: 0 | 1, verdicts: Verdicts): ChangeFault {
  const json = status >= 200 && status !== 204 ? { json: { messages: ["no"], success: false } } : {};
  return row({ kind: "status", status, effect: effects === 1, ...json }, effects, verdicts, `status ${status}`);
}

/** A redirect to the same URL: if followed, it would show as a second changing request. */
function redirectRow(status: number, effects: 0 | 1): ChangeFault {
  const location = "/v3/configs/config/secrets";
  return row({ kind: "redirect", status, location, effect: effects === 1 }, effects, unknown, `redirect ${status}`);
}

/** Statuses that refuse a request, and their results. */
const refusals: readonly (readonly [status: number, verdicts: Verdicts])[] = [
  [400, both("PROVIDER_REJECTED")],
  // The credential still names its account.
  [401, both("PROVIDER_FORBIDDEN")],
  [403, both("PROVIDER_FORBIDDEN")],
  // The read after a delete's 404 isn't denied, so the secret is absent (contract §6.1).
  [404, { set: "RESOURCE_NOT_FOUND", delete: "succeeded" }],
  [405, both("PROVIDER_REJECTED")],
  [409, both("PROVIDER_REJECTED")],
  [410, both("PROVIDER_REJECTED")],
  [413, both("PROVIDER_REJECTED")],
  [422, both("PROVIDER_REJECTED")],
  [429, both("PROVIDER_RATE_LIMITED")],
];

const invalidToken = { messages: ["Invalid Auth token"], success: false };
const neverOrOnce = [0, 1] as const;

export const changeFaults: readonly ChangeFault[] = [
  row({ kind: "reset_before_effect" }, 0, unknown),
  row({ kind: "reset_after_effect" }, 1, unknown),
  row({ kind: "hang_before_effect" }, 0, unknown),
  row({ kind: "hang_after_effect" }, 1, unknown),
  row({ kind: "truncate" }, 1, onlyTheSet),
  row({ kind: "truncate_chunked" }, 1, onlyTheSet),
  row({ kind: "malformed_json" }, 1, onlyTheSet),
  row({ kind: "nul_body" }, 1, onlyTheSet),
  row({ kind: "gzip_bomb" }, 1, onlyTheSet),
  row({ kind: "slow_drip", bytesPerMs: 0.1 }, 1, succeeded),
  row({ kind: "delay", ms: 60, when: "before_effect" }, 1, succeeded),
  row({ kind: "delay", ms: 60, when: "after_effect" }, 1, succeeded),
  ...neverOrOnce.map((effects) => row({ kind: "html_502", effect: effects === 1 }, effects, unknown)),
  ...neverOrOnce.map((effects) => row({ kind: "close_before_response", effect: effects === 1 }, effects, unknown)),
  ...[301, 302, 303, 307, 308].flatMap((status) => neverOrOnce.map((effects) => redirectRow(status, effects))),
  ...[408, 421, 425, 500, 502, 503, 504].flatMap((status) =>
    neverOrOnce.map((effects) => statusRow(status, effects, unknown)),
  ),
  ...[201, 202, 206, 304].map((status) => statusRow(status, 1, unknown)),
  statusRow(204, 1, onlyTheDelete),
  statusRow(200, 1, onlyTheSet),
  ...refusals.map(([status, verdicts]) => statusRow(status, 0, verdicts)),
  row(
    { kind: "status", status: 400, effect: false, json: invalidToken },
    0,
    both("PROVIDER_FORBIDDEN"),
    "a dead token in a 400 to one call",
  ),
  // 103 and the response; 103 only; 101, which ends HTTP on this connection; an unsolicited 100.
  statusRow(103, 1, succeeded),
  statusRow(103, 0, unknown),
  statusRow(101, 0, unknown),
  statusRow(100, 1, unknown),
];

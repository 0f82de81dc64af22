/** What can go wrong with a read, alone or as a probe before a change, and what it is to come to (contract §4.5). */
import type { ErrorCode } from "@svc/contract";
import type { Fault } from "@svc/simulator";

/** One fault of a read that lasts as long as it is asked. */
export interface ReadFault {
  readonly name: string;
  readonly fault: Fault;
  /** What a read is answered. */
  readonly read: ErrorCode;
  /** What a write is answered whose probe meets it. */
  readonly probe: ErrorCode;
  /** How often the read is sent; absent where that depends on how fast the deadline comes. */
  readonly sent?: number;
  /** Nothing of an answer comes: on a connection kept from another execution each read is sent once more, unseen. */
  readonly isSilent?: true;
}

const probe = "ACTION_NOT_DISPATCHED";
/** A fault of the provider's: it is asked three times. */
const faulty = { read: "PROVIDER_ERROR", probe, sent: 3 } as const;
const silent = { ...faulty, isSilent: true } as const;
const slow = { read: "PROVIDER_TIMEOUT", probe } as const;
const status = (code: number, fields: Partial<Fault> = {}) =>
  ({ kind: "status", status: code, effect: false, ...fields }) as Fault;
const refused = (code: number, name: ErrorCode): ReadFault => {
  const json = { messages: ["no"], success: false };
  return { name: `status ${code}`, fault: status(code, { json }), read: name, probe: name, sent: 1 };
};

/** Faults that do not pass. */
export const lastingReadFaults: readonly ReadFault[] = [
  { name: "reset", fault: { kind: "reset_before_effect" }, ...silent },
  { name: "reset after", fault: { kind: "reset_after_effect" }, ...silent },
  { name: "closed before the answer", fault: { kind: "close_before_answer" }, ...silent },
  { name: "hang", fault: { kind: "hang_before_effect" }, ...slow },
  { name: "slow drip", fault: { kind: "slow_drip", bytesPerMs: 0.001 }, ...slow },
  { name: "truncated", fault: { kind: "truncate" }, ...faulty },
  { name: "truncated, chunked", fault: { kind: "truncate_chunked" }, ...faulty },
  { name: "malformed JSON", fault: { kind: "malformed_json" }, ...faulty },
  { name: "NUL body", fault: { kind: "nul_body" }, ...faulty },
  { name: "gzip bomb", fault: { kind: "gzip_bomb" }, ...faulty, sent: 1 },
  { name: "HTML 502", fault: { kind: "html_502" }, ...faulty },
  ...[500, 503].map((code) => ({ name: `status ${code}`, fault: status(code), ...faulty })),
  { name: "103 and no more", fault: status(103), ...faulty },
  { name: "101", fault: status(101), ...faulty },
  ...[301, 307, 308].map((code) => ({
    name: `redirect ${code}`,
    fault: { kind: "redirect", status: code, location: "/v3/me" } as const,
    ...faulty,
    sent: 1,
  })),
  refused(400, "PROVIDER_REJECTED"),
  refused(401, "PROVIDER_UNAUTHORIZED"),
  refused(403, "PROVIDER_FORBIDDEN"),
  refused(404, "PROVIDER_NOT_FOUND"),
  refused(409, "PROVIDER_REJECTED"),
  { ...refused(429, "PROVIDER_RATE_LIMITED"), sent: 3 },
  // A wait longer than a call may take is not waited for.
  {
    name: "429 for a minute",
    fault: status(429, { headers: { "retry-after": "60" } }),
    read: "PROVIDER_RATE_LIMITED",
    probe: "PROVIDER_RATE_LIMITED",
    sent: 1,
  },
];

/** Faults that pass: met once, the read is repeated and succeeds. */
export const passingReadFaults: readonly Fault[] = [
  { kind: "reset_before_effect" },
  { kind: "reset_after_effect" },
  { kind: "close_before_answer" },
  { kind: "truncate" },
  { kind: "malformed_json" },
  { kind: "html_502" },
  status(500),
  status(503),
  status(429),
];

/** Judges an attempt: how to settle its record, given the result of `run` and what is known of the changing request. */
import { errorTable, type ErrorCode } from "@svc/contract";
import { OutcomeUnknown, ProviderFailure, type Refusal } from "@svc/provider-kit";
import type { RefusedCredentialState } from "../connections/refused-credential.ts";
import type { CallReport } from "../provider-calls/call.ts";
import { NotDispatched, notSentHere } from "../provider-calls/port.ts";
import type { ExecutionRow } from "../records/record.ts";

/** The result of `run`. `valid`: the returned output matches the declared schema. */
export type RunEnd = { kind: "returned"; valid: boolean } | { kind: "threw"; error: unknown };

/** The verdict on an attempt. */
export type Conclusion =
  | { status: "succeeded" }
  | { status: "failed"; code: ErrorCode; detail: string; retryAfterSeconds: number | null }
  | { status: "outcome_unknown"; code: "ACTION_OUTCOME_UNKNOWN"; detail: string };

/** The attempt was abandoned before anything was sent. */
export const notDispatched: Conclusion = failed("ACTION_NOT_DISPATCHED");

/** svc's own machine couldn't open a connection, which says nothing about the provider. */
export const notSentLocally: Conclusion = {
  ...failed("ACTION_NOT_DISPATCHED"),
  detail: `${notSentHere} Nothing took effect. Wait for \`Retry-After\`, then send the same request with the same key.`,
};

/** The attempt was abandoned before anything was sent, because its last check failed. */
export function refusedByCheck(code: ErrorCode): Conclusion {
  return failed(code);
}

/** The response was lost, but a look has proved that the request can't take effect. */
export const notApplied: Conclusion = failed("ACTION_NOT_APPLIED");

/** A write's first attempt: its token was refused and has been refreshed. A new attempt follows. */
export const refreshedAfterRefusal: Conclusion = {
  ...failed("PROVIDER_UNAUTHORIZED"),
  detail:
    "The provider refused the access token before anything was executed, so nothing took effect. The token has been refreshed; the same key makes a new attempt.",
};

/**
 * Judges a 401 that is final, given what a second read found.
 * @param refused the verdict on the action itself.
 */
export function concludeRefused(
  effect: ExecutionRow["effect"],
  refused: Conclusion,
  found: RefusedCredentialState,
): Conclusion {
  switch (found) {
    case "refused":
      return refused;
    case "works":
      return refusedForOneCall;
    case "superseded":
      return withoutRefresh(effect, "unavailable");
    case "inconclusive":
      // A provider in trouble must not cost the user the connection. The next 401 asks again.
      return refusedUnconfirmed;
  }
}

/** The provider refused one call with 401, although the credential still names its account. */
const refusedForOneCall: Conclusion = {
  ...failed("PROVIDER_FORBIDDEN"),
  detail:
    "The provider refused this call as unauthorized, although the connection's credential works: it still names its account. So it lacks access to this, and nothing took effect. Extend its access at the provider, or reconnect with another.",
};

/** The provider refused one call with 401, and whether the credential works elsewhere couldn't be found out. */
const refusedUnconfirmed: Conclusion = {
  ...failed("PROVIDER_UNAUTHORIZED"),
  detail:
    "The provider refused the credential in this call, so nothing took effect. Whether it works elsewhere couldn't be found out just now: test the connection. If that fails too, the user has to reconnect.",
};

/** Why there is no credential for a call (`connections/credential-provider.ts`). */
export type CredentialLack = "refused" | "gone" | "unavailable" | "local" | "unreadable" | "locked";

/** Nothing was sent because there was no credential. */
export function withoutCredential(lack: CredentialLack): Conclusion {
  if (lack === "refused") return failed("PROVIDER_UNAUTHORIZED");
  if (lack === "local") return notSentLocally;
  if (lack !== "unavailable") return notDispatched;
  return {
    ...failed("PROVIDER_UNREACHABLE"),
    detail:
      "The access token has expired and could not be refreshed just now, so nothing was sent. Wait for `Retry-After`, then send the same request with the same key.",
  };
}

/**
 * The provider refused the access token before anything was executed, and it could not be refreshed. A fault at the
 * authorization server doesn't invalidate the credential: the same request may be sent again.
 */
export function withoutRefresh(effect: ExecutionRow["effect"], lack: CredentialLack): Conclusion {
  if (lack === "refused") return failed("PROVIDER_UNAUTHORIZED");
  return {
    ...failed(effect === "read" && lack !== "local" ? "PROVIDER_UNREACHABLE" : "ACTION_NOT_DISPATCHED"),
    detail:
      "The provider refused the access token before anything was executed, and it could not be refreshed just now. Nothing took effect. Wait for `Retry-After`, then send the same request with the same key.",
  };
}

/**
 * Judges an attempt (contract §4.2 and §4.3). The verdict on the changing request takes precedence: nothing that `run`
 * does afterwards can make an unknown outcome known, or a sent request unsent.
 */
export function conclude(effect: ExecutionRow["effect"], end: RunEnd, report: Readonly<CallReport>): Conclusion {
  const { change } = report;
  if (change?.kind === "unknown") return unknown();
  if (change?.kind === "accepted") return concludeAccepted(end);
  if (change?.kind === "not_sent" && change.reason === "local") return notSentLocally;
  if (change?.kind === "not_sent" && (change.reason === "not_allowed" || change.reason === "deadline")) {
    return notDispatched;
  }
  if (change?.kind === "not_sent") return failed("PROVIDER_UNREACHABLE");
  if (end.kind === "threw") return concludeThrown(effect, end.error);
  // `run` returned although the change was refused. That's a bug in the action; the refusal counts.
  if (change?.kind === "refused") return failed("PROVIDER_REJECTED");
  if (end.valid) return { status: "succeeded" };
  return effect === "read" ? failed("PROVIDER_ERROR") : failed("INTERNAL");
}

const refusalsAfterResponse: ReadonlySet<ErrorCode> = new Set(["RESOURCE_NOT_FOUND", "PROVIDER_REJECTED"]);

function concludeAccepted(end: RunEnd): Conclusion {
  if (end.kind === "returned") return end.valid ? { status: "succeeded" } : unknown();
  // An action may interpret an accepted response as a refusal (a 404 whose parent is denied). A later fault, rate limit
  // or refused credential says nothing about the change, and must never release the key.
  const { error } = end;
  if (error instanceof ProviderFailure && refusalsAfterResponse.has(error.refusal.code)) return refused(error.refusal);
  return unknown();
}

function concludeThrown(effect: ExecutionRow["effect"], error: unknown): Conclusion {
  if (error instanceof NotDispatched) return error.isLocal ? notSentLocally : notDispatched;
  if (error instanceof OutcomeUnknown) return unknown();
  if (!(error instanceof ProviderFailure)) return failed("INTERNAL");
  const { refusal } = error;
  const probeFault = refusal.code === "PROVIDER_ERROR" || refusal.code === "PROVIDER_TIMEOUT";
  if (effect !== "read" && probeFault) return notDispatched;
  return refused(refusal);
}

function refused(refusal: Refusal): Conclusion {
  const detail = refusal.detail ?? errorTable[refusal.code].detail;
  return { status: "failed", code: refusal.code, detail, retryAfterSeconds: refusal.retryAfterSeconds ?? null };
}

function failed(code: ErrorCode): Extract<Conclusion, { status: "failed" }> {
  return { status: "failed", code, detail: errorTable[code].detail, retryAfterSeconds: null };
}

function unknown(): Conclusion {
  const code = "ACTION_OUTCOME_UNKNOWN";
  return { status: "outcome_unknown", code, detail: errorTable[code].detail };
}

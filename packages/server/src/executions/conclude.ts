/** The judgement of one attempt: from how `run` ended and what became of the change, to how the record is settled. */
import { errorTable, type ErrorCode } from "@svc/contract";
import { OutcomeUnknown, ProviderFailure, type Refusal } from "@svc/provider-kit";
import { NotDispatched, type CallEvidence } from "../provider-calls/call.ts";
import type { ExecutionRow } from "./port.ts";

/** How `run` ended; `valid` says whether a returned output has the declared shape. */
export type RunEnd = { kind: "returned"; valid: boolean } | { kind: "threw"; error: unknown };

/** The verdict on an attempt. */
export type Conclusion =
  | { status: "succeeded" }
  | { status: "failed"; code: ErrorCode; detail: string; retryAfterSeconds: number | null }
  | { status: "outcome_unknown"; code: "ACTION_OUTCOME_UNKNOWN"; detail: string };

/** The conclusion of an attempt that was given up before anything left. */
export const notDispatched: Conclusion = failed("ACTION_NOT_DISPATCHED");

/** The conclusion of a write's first attempt whose credential was refused and has been renewed; a new attempt follows. */
export const renewedAfterRefusal: Conclusion = {
  ...failed("PROVIDER_UNAUTHORIZED"),
  detail:
    "The provider refused the access token before anything was executed, so nothing took effect. The token has been renewed; the same key makes a new attempt.",
};

/** Why there is no credential for a call; as `connections/live-credentials.ts` says it. */
export type CredentialLack = "refused" | "gone" | "unavailable" | "unreadable" | "locked";

/** The conclusion where nothing was sent for want of a credential. */
export function withoutCredential(lack: CredentialLack): Conclusion {
  if (lack === "refused") return failed("PROVIDER_UNAUTHORIZED");
  if (lack !== "unavailable") return notDispatched;
  return {
    ...failed("PROVIDER_UNREACHABLE"),
    detail:
      "The access token has expired and could not be renewed just now, so nothing was sent. Wait for `Retry-After`, then send the same request with the same key.",
  };
}

/**
 * The conclusion where the provider refused the access token, before anything was executed, and no other could be had. A
 * fault of the authorization server is none of the credential: the same request may be sent again.
 */
export function withoutRenewal(effect: ExecutionRow["effect"], lack: CredentialLack): Conclusion {
  if (lack === "refused") return failed("PROVIDER_UNAUTHORIZED");
  return {
    ...failed(effect === "read" ? "PROVIDER_UNREACHABLE" : "ACTION_NOT_DISPATCHED"),
    detail:
      "The provider refused the access token before anything was executed, and it could not be renewed just now. Nothing took effect. Wait for `Retry-After`, then send the same request with the same key.",
  };
}

/**
 * Decides an attempt (contract §4.2 and §4.3). The change's own verdict comes first: what `run` did afterwards can
 * neither turn an unknown outcome into a known one nor a sent request into an unsent one.
 */
export function conclude(effect: ExecutionRow["effect"], end: RunEnd, evidence: Readonly<CallEvidence>): Conclusion {
  const { change } = evidence;
  if (change?.kind === "unknown") return unknown();
  if (change?.kind === "accepted") return concludeAccepted(end);
  if (change?.kind === "not_sent" && (change.reason === "not_allowed" || change.reason === "deadline")) {
    return notDispatched;
  }
  if (change?.kind === "not_sent") return failed("PROVIDER_UNREACHABLE");
  if (end.kind === "threw") return concludeThrown(effect, end.error);
  // A refused change that `run` took for a success is a defect of the action; the refusal is what happened.
  if (change?.kind === "refused") return failed("PROVIDER_REJECTED");
  if (end.valid) return { status: "succeeded" };
  return effect === "read" ? failed("PROVIDER_ERROR") : failed("INTERNAL");
}

const refusalsAfterAnswer: ReadonlySet<ErrorCode> = new Set(["PROVIDER_NOT_FOUND", "PROVIDER_REJECTED"]);

function concludeAccepted(end: RunEnd): Conclusion {
  if (end.kind === "returned") return end.valid ? { status: "succeeded" } : unknown();
  // The action itself may read an accepted answer as a refusal (a 404 whose parent is denied). A fault, a limit or a
  // dead credential met after it says nothing about the change, and must never free its key.
  const { error } = end;
  if (error instanceof ProviderFailure && refusalsAfterAnswer.has(error.refusal.code)) return refused(error.refusal);
  return unknown();
}

function concludeThrown(effect: ExecutionRow["effect"], error: unknown): Conclusion {
  if (error instanceof NotDispatched) return notDispatched;
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

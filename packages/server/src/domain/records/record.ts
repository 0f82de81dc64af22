/** Execution records, as stored and as shown. They must always tell the truth (contract §4). */
import { errorTable, ServiceError, type ErrorCode, type Execution } from "@svc/contract";
import { timestamp, timestampOrNull } from "../clock/timestamp.ts";
import type { ExecutionRow } from "../generated/rows.ts";
import type { EvidenceSettlement, KeptLook, LateResponse } from "./documents.ts";

export type { ExecutionRow };

/** The number of looks kept; older ones are dropped. */
export const looksMax = 20;

/** Appends a look, and keeps the latest {@link looksMax}. */
export function withLook(looks: readonly KeptLook[], look: KeptLook): readonly KeptLook[] {
  return [...looks, look].slice(-looksMax);
}

/** The outcome of an attempt. */
export type Settlement = {
  status: "succeeded" | "failed" | "outcome_unknown";
  summaryOutput: unknown;
  errorCode: string;
  errorDetail: string;
  retryAfterSeconds: number | null;
  providerStatus: number | null;
  providerRequestId: string | null;
  completedAt: number;
  /** Whether the same request may use the key again. */
  releasesKey: boolean;
  /** The look within the call, if there was one. */
  looks?: readonly KeptLook[];
  /** Present if evidence settled it instead of a response. */
  evidence?: EvidenceSettlement;
};

/** A record's provider fields before there is a response. */
export const noResponse = { summaryOutput: null, providerStatus: null, providerRequestId: null } as const;

/** What a claim writes into every record, whatever is executed. */
const accepted = {
  ...noResponse,
  status: "accepted",
  errorCode: "",
  errorDetail: "",
  retryAfterSeconds: null,
  fence: 0,
  dispatchedAt: null,
  completedAt: null,
  settleAfter: 0,
  lateResponse: null,
  looks: [],
  settlement: null,
  resolution: null,
} as const;

/** The part of a record that differs between claims. The number of the attempt is found by the claim itself. */
export type NewExecution = Omit<ExecutionRow, keyof typeof accepted | "attempt">;

/** Returns a record as a claim writes it. @param attempt the attempt number of its key; 1 without a key. */
export function acceptedRecord(row: NewExecution, attempt: number): ExecutionRow {
  return { ...row, ...accepted, attempt };
}

/** Whether a late response contradicts the settlement by evidence. It is reported and changes nothing. */
export function isContradicted({ status, settlement }: ExecutionRow, { verdict }: LateResponse): boolean {
  return settlement !== null && verdict !== "unknown" && verdict !== status;
}

/** Presents a record in the contract's form. */
export function presentExecution(row: ExecutionRow): Execution {
  return {
    id: row.id,
    status: row.status,
    action_id: row.actionId,
    connection_id: row.connectionId,
    tenant_id: row.tenantId,
    provider: row.provider,
    effect: row.effect,
    summary: { input: row.summaryInput, output: row.summaryOutput },
    error: errorOf(row),
    providerStatus: row.providerStatus,
    providerRequestId: row.providerRequestId,
    idempotencyKey: row.idempotencyKey === "" ? null : row.idempotencyKey,
    delegatedToken: tokenOf(row),
    proposal_id: row.proposalId === "" ? null : row.proposalId,
    toolDigest: row.toolDigest === "" ? null : row.toolDigest,
    attempt: row.attempt,
    createdAt: timestamp(row.createdAt),
    dispatchedAt: timestampOrNull(row.dispatchedAt),
    completedAt: timestampOrNull(row.completedAt),
    lateResponse: lateResponseOf(row),
    evidence: row.looks.map(({ at, verdict, basis, detail }) => ({ at: timestamp(at), verdict, basis, detail })),
    settlement: settlementOf(row),
    resolution: resolutionOf(row),
  };
}

function tokenOf({ tokenChain, subject, agent }: ExecutionRow): Execution["delegatedToken"] {
  const id = tokenChain.at(-1);
  if (id === undefined) return null;
  return { id, subject: subject === "" ? null : subject, agent: agent === "" ? null : agent };
}

function lateResponseOf({ lateResponse }: ExecutionRow): Execution["lateResponse"] {
  return lateResponse === null ? null : { ...lateResponse, receivedAt: timestamp(lateResponse.receivedAt) };
}

/** Returns what settled a record; null if it is running, unknown or resolved. */
function settlementOf({ status, completedAt, settlement, resolution }: ExecutionRow): Execution["settlement"] {
  if (settlement !== null) return { by: "evidence", basis: settlement.basis, at: timestamp(settlement.at) };
  if (resolution !== null || completedAt === null || status === "outcome_unknown") return null;
  return { by: "response", basis: null, at: timestamp(completedAt) };
}

function resolutionOf({ resolution }: ExecutionRow): Execution["resolution"] {
  return resolution === null ? null : { ...resolution, resolvedAt: timestamp(resolution.resolvedAt) };
}

/** Once resolved, a record shows the resolution instead of the unknown outcome. */
function errorOf(row: ExecutionRow): Execution["error"] {
  if (row.resolution?.outcome === "failed") {
    return { code: "ACTION_RESOLVED_FAILED", detail: errorTable.ACTION_RESOLVED_FAILED.detail };
  }
  if (row.errorCode === "" || row.resolution !== null) return null;
  return { code: row.errorCode, detail: row.errorDetail };
}

/** A successful response to an execute request. */
export type ExecuteResponse = { execution: Execution; output: unknown };

/**
 * Returns the response that a record gives for its key, the first time and in every replay.
 * @throws ServiceError the record's failure; `ACTION_OUTCOME_UNKNOWN`; `ACTION_RESOLVED_FAILED` once it is resolved as
 * failed.
 */
export function responseOfRecord(row: ExecutionRow): ExecuteResponse {
  const ids = { execution_id: row.id, connection_id: row.connectionId };
  switch (row.status) {
    case "succeeded":
      return { execution: presentExecution(row), output: row.resolution === null ? row.summaryOutput : null };
    case "failed":
      if (row.resolution !== null) throw new ServiceError("ACTION_RESOLVED_FAILED", ids);
      throw new ServiceError(recordedCode(row), {
        ...ids,
        detail: row.errorDetail,
        ...(row.retryAfterSeconds === null ? {} : { retryAfterSeconds: row.retryAfterSeconds }),
      });
    case "outcome_unknown":
      throw new ServiceError("ACTION_OUTCOME_UNKNOWN", ids);
    case "accepted":
    case "dispatched":
      throw new ServiceError("IDEMPOTENCY_KEY_IN_PROGRESS", ids);
  }
}

function recordedCode(row: ExecutionRow): ErrorCode {
  return Object.hasOwn(errorTable, row.errorCode) ? (row.errorCode as ErrorCode) : "INTERNAL";
}

/** Execution records as the domain sees them: the one thing that must tell the truth (contract §4). */
import {
  idPrefixes,
  idRandomBytes,
  idTimeMsMax,
  makeId,
  type ExecutionStatus,
  type ResolutionOutcome,
} from "@svc/contract";
import type { AuditEvent } from "../audit/port.ts";
import type { ConnectionWithCredential } from "../connections/port.ts";
import type { KeyClaim, KeyRow, KeyScope } from "../idempotency/port.ts";
import type { Page, PageAfter } from "../tenants/port.ts";

export type { ExecutionStatus };

/**
 * The least id that is made at this time or later; milliseconds since the epoch. Retention may reach back before the epoch, and
 * a filter may name any year.
 */
export function firstIdOf(atMs: number): string {
  return makeId(idPrefixes.execution, Math.min(Math.max(0, atMs), idTimeMsMax), new Uint8Array(idRandomBytes));
}

/** How a person or backend settled an unknown outcome. */
export type Resolution = { outcome: ResolutionOutcome; note: string; resolvedAt: number; resolvedBy: string };

/** An answer that came after the record had been settled: evidence, never a change of status. */
export type LateAnswer = {
  verdict: "succeeded" | "failed" | "unknown";
  providerStatus: number | null;
  receivedAt: number;
};

/** The record of one attempt to do one action. Nothing in it is secret. */
export type ExecutionRow = {
  id: string;
  clientId: string;
  tenantId: string;
  connectionId: string;
  provider: string;
  actionId: string;
  effect: "read" | "write" | "destructive";
  status: ExecutionStatus;
  /** The input without fields marked sensitive. */
  summaryInput: unknown;
  /** The output that may be kept and replayed; null until it succeeded. */
  summaryOutput: unknown;
  errorCode: string;
  errorDetail: string;
  /** Seconds for `Retry-After`, where the failure carries one. */
  retryAfterSeconds: number | null;
  providerStatus: number | null;
  providerRequestId: string | null;
  /** "" for reads without a key. */
  idempotencyKey: string;
  attempt: number;
  /** Grows with each hand-over; an update that holds an older one loses. */
  fence: number;
  ownerId: string;
  createdAt: number;
  dispatchedAt: number | null;
  completedAt: number | null;
  /** Until when the process that dispatched it may still be sending; an unknown outcome is not resolvable before. */
  settleAfter: number;
  lateAnswer: LateAnswer | null;
  resolution: Resolution | null;
};

/** What a claim writes of a record: nothing has happened to it yet. */
export type NewExecution = Pick<
  ExecutionRow,
  | "id"
  | "clientId"
  | "tenantId"
  | "connectionId"
  | "provider"
  | "actionId"
  | "effect"
  | "summaryInput"
  | "idempotencyKey"
  | "ownerId"
  | "createdAt"
>;

/**
 * The members of a record in a listing that are columns as they stand, as JSON that a store writes for each row:
 * `<word column>` is text without anything to escape, `<text column>` any text or null, `<filled column>` null where the
 * text is empty, `<number column>` a number or null, `<json column>` JSON already.
 */
export const listedMembers =
  '"id":<word id>,"status":<word status>,"action_id":<text action_id>,"connection_id":<word connection_id>,' +
  '"tenant_id":<word tenant_id>,"provider":<text provider>,"effect":<word effect>,' +
  '"summary":{"input":<json summary_input>,"output":<json summary_output>},"providerStatus":<number provider_status>,' +
  '"providerRequestId":<text provider_request_id>,"idempotencyKey":<filled idempotency_key>,"attempt":<number attempt>';

/** What a listing shows of a record: `membersJson` is {@link listedMembers} filled in, the rest is looked at first. */
export type ListedExecution = Pick<
  ExecutionRow,
  "id" | "errorCode" | "errorDetail" | "createdAt" | "dispatchedAt" | "completedAt" | "lateAnswer" | "resolution"
> & { membersJson: string };

/** The filters and the place of a listing; null where one is not set. */
export type ExecutionQuery = {
  connectionId: string | null;
  status: ExecutionStatus | null;
  actionId: string | null;
  idempotencyKey: string | null;
  after: PageAfter;
  limit: number;
};

/** How an attempt ended. */
export type Settlement = {
  status: "succeeded" | "failed" | "outcome_unknown";
  summaryOutput: unknown;
  errorCode: string;
  errorDetail: string;
  retryAfterSeconds: number | null;
  providerStatus: number | null;
  providerRequestId: string | null;
  completedAt: number;
  /** Whether the key may be used again for the same request. */
  freesKey: boolean;
};

/** Where an action is to be executed, as a request names it. */
export type ExecutePlace = { clientId: string; tenantId: string; connectionId: string };

/** What a request to execute begins with; null in place of a connection that its tenant does not have. */
export type FoundPlace = {
  connection: ConnectionWithCredential | null;
  /** Whether the key was claimed before, by whatever request. */
  isKeyKnown: boolean;
};

/** What a place was when it was looked up before: its connection's credential, still sealed, and the version of that. */
export type RecalledPlace = { credentialVersion: number; record: Uint8Array };

/** What a claim comes to. `taken`: its key is another's. `outdated`: see {@link ExecutionStore.claim}. */
export type ClaimResult = { kind: "claimed"; row: ExecutionRow } | { kind: "taken" } | { kind: "outdated" };

/** What one step of retention dropped; `last` is the greatest id of them, or what the step began behind. */
export type Pruned = { count: number; last: string };

/** Execution records at rest. Every method is one transaction, durable when it resolves. */
export type ExecutionStore = {
  /**
   * All that a request needs before its claim, in one look-up; null where the client has no such living tenant.
   * @param key the idempotency key; null where there is none.
   */
  lookUp(place: ExecutePlace, key: string | null): Promise<FoundPlace | null>;
  /** The key and its newest execution, in one look-up. */
  findKey(scope: KeyScope): Promise<{ key: KeyRow; execution: ExecutionRow | null } | null>;
  /**
   * Writes the record (`accepted`) and, where it has a key, claims it: a new key, or one that is `freed` with the same
   * fingerprint, whose attempt is then one more. The row's `attempt` is the key's.
   * @param use the audit event of the credential's use, appended to its chain in the same transaction.
   * @param recalled where the place was looked up before and not for this request. Nothing is then written, and `outdated`
   *   answered, where the connection is not active or has another credential, or where the key was ever claimed.
   */
  claim(row: NewExecution, claim: KeyClaim | null, use?: AuditEvent, recalled?: RecalledPlace): Promise<ClaimResult>;
  /**
   * `accepted` → `dispatched` and fence + 1, if status, owner and fence are still so and its connection is active: what
   * was disconnected, by itself or with its tenant, sends nothing more. Durable before it resolves.
   */
  dispatch(
    execution: Pick<ExecutionRow, "id" | "clientId">,
    expect: { ownerId: string; fence: number },
    write: { at: number; settleAfter: number },
  ): Promise<boolean>;
  /**
   * Ends the attempt and its key, if it is still `from`, this owner's and of this fence; false when someone else did.
   * The process that sent it has judged it, so `settleAfter` becomes 0: only a sweep leaves it standing.
   */
  settle(
    execution: Pick<ExecutionRow, "id" | "clientId" | "idempotencyKey">,
    expect: { from: "accepted" | "dispatched"; ownerId: string; fence: number },
    settlement: Settlement,
  ): Promise<boolean>;
  /**
   * Writes again what this process ended lately and the database no longer has, after a failover.
   * @returns how many records the database had lost.
   */
  restoreLost(): Promise<number>;
  /** Keeps a late answer beside a settled record; the first one stays. */
  recordLateAnswer(id: string, late: LateAnswer): Promise<void>;
  find(clientId: string, tenantId: string, id: string): Promise<ExecutionRow | null>;
  list(clientId: string, tenantId: string, query: ExecutionQuery): Promise<Page<ExecutionRow>>;
  /** The same page, as a listing shows it. */
  show(clientId: string, tenantId: string, query: ExecutionQuery): Promise<Page<ListedExecution>>;
  /** `outcome_unknown` → its resolution, once; gives the row as it is afterwards, and whether this call changed it. */
  resolve(
    clientId: string,
    tenantId: string,
    id: string,
    resolution: Resolution,
  ): Promise<{ row: ExecutionRow; changed: boolean } | null>;
  /**
   * Settles what dead owners left: `accepted` → failed (`ACTION_NOT_DISPATCHED`, frees its key), `dispatched` →
   * `outcome_unknown`, each with fence + 1.
   * @param scope.silent living owners that were silent for too long; each is dead from now on, unless it has beaten since.
   */
  sweep(scope: { silent: readonly OwnerBeats[]; limit: number }): Promise<SweptCount>;
  /** Ids of an owner's records that are not settled. */
  openOf(ownerId: string): Promise<string[]>;
  /** Settles these records of an owner as a sweep does, those that are still open. */
  giveUp(ownerId: string, ids: readonly string[]): Promise<SweptCount>;
  /**
   * Drops settled executions created before the time, by their id and by `createdAt`; unresolved unknown outcomes stay. At most
   * `limit` rows, in the order of their ids. @param beyond looks behind this id only; "" looks at all.
   * @returns how many went, and the id of the last: beyond it goes on without another look at those that stay.
   */
  prune(before: number, limit: number, beyond: string): Promise<Pruned>;
};

/** How many records a sweep settled, by what they became. */
export type SweptCount = { failed: number; unknown: number };

/** An owner and how often it has proved that it lives. */
export type OwnerBeats = { ownerId: string; beats: number };

/** The heartbeats of server processes. No clock is in them: whoever watches them counts by its own. */
export type OwnerStore = {
  /** Writes an owner that is new. */
  begin(ownerId: string): Promise<void>;
  /** Proves that the owner lives. False when it has ended, and a sweeper may have settled its records. */
  beat(ownerId: string): Promise<boolean>;
  /** Ends the owner at an orderly stop. */
  end(ownerId: string): Promise<void>;
  /** Every owner that has not ended. */
  living(): Promise<OwnerBeats[]>;
};

/** Stored proposals. */
import type { PolicyApprover, PolicyLayer, Proposal, ProposalStatus } from "@svc/contract";
import type { AuditEvent } from "../audit/port.ts";
import type { Covered, Effect } from "../delegated-tokens/port.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import type { Page, PageAfter } from "../paging/page.ts";

/** What a person decided, and how svc knows. */
export type Decision = {
  decision: NonNullable<Proposal["decision"]>["decision"];
  decidedBy: string;
  /** "" if none was given. */
  reason: string;
  decidedAt: number;
};

/** A call that waits for a person, or waited for one. Times are milliseconds since the epoch. */
export type ProposalRow = {
  id: string;
  clientId: string;
  tenantId: string;
  connectionId: string;
  provider: string;
  listedOrigin: string;
  actionId: string;
  effect: Effect;
  status: ProposalStatus;
  /** The input without fields marked sensitive. */
  summaryInput: unknown;
  /** The whole input, sealed; null once the proposal has ended. */
  sealed: Uint8Array | null;
  digest: string;
  actionVersion: string;
  grantGeneration: number;
  /** Null if the action has no preview, or the caller no right to its reads. */
  preview: string | null;
  /** A keyed hash of what the preview depends on; "" without a preview. */
  precondition: string;
  /** Whose rule asked for approval; "" if the caller proposed the call. */
  askedBy: PolicyLayer | "";
  /** The number of the rule, from 1; null without one. */
  rule: number | null;
  approver: PolicyApprover;
  idempotencyKey: string;
  fingerprint: string;
  /** These four as in executions. */
  mcpGrant: string;
  tokenChain: readonly string[];
  subject: string;
  agent: string;
  /** The key of the call, or the one that its token comes from. */
  keyId: string;
  /** The delegated token of the call; "" for a service key. */
  tokenId: string;
  decision: Decision | null;
  /** A keyed hash over the decision; "" without one. */
  decisionSeal: string;
  /** "" until it is accepted. */
  executionId: string;
  /** Why it was withdrawn; "" otherwise. */
  errorCode: string;
  errorDetail: string;
  createdAt: number;
  expiresAt: number;
  /** When an approved proposal is executed at the earliest. */
  nextAt: number;
  endedAt: number | null;
};

/** Filters and position of a listing; null for a filter that is not set. */
export type ProposalQuery = {
  connectionId: string | null;
  status: ProposalStatus | null;
  /** Only what a delegated token covers; absent for a service key. */
  covered?: Covered | undefined;
  after: PageAfter;
  limit: number;
};

/** Why a proposal was withdrawn. */
export type Withdrawal = { code: string; detail: string };

/** Creates the audit event of a step. */
export type ProposalEventOf = (proposal: ProposalRow) => AuditEvent;

/** Stored proposals. Every method is one transaction, and every step is a conditional update, so that one of two callers takes it. */
export type ProposalStore = {
  /**
   * Claims the key for the proposal: a new key, or one that is `freed` and has the same fingerprint.
   * @param waitingMax how many proposals of a connection may wait.
   * @param event appended in the same transaction.
   */
  create(
    proposal: ProposalRow,
    claim: KeyClaim,
    waitingMax: number,
    event: AuditEvent,
  ): Promise<"created" | "taken" | "full">;
  find(clientId: string, tenantId: string, id: string): Promise<ProposalRow | null>;
  /** Finds a proposal of any service client. */
  findOfAny(id: string): Promise<ProposalRow | null>;
  list(clientId: string, tenantId: string, query: ProposalQuery): Promise<Page<ProposalRow>>;
  /** `pending` → approved or denied, unless it has expired. @returns null if it is not pending. */
  decide(
    proposal: Pick<ProposalRow, "id" | "clientId">,
    decided: { decision: Decision; seal: string },
    event: AuditEvent,
  ): Promise<ProposalRow | null>;
  /** Takes approved proposals that are due, so that no other process does for a while. */
  take(query: { limit: number; leaseMs: number }): Promise<ProposalRow[]>;
  /** Lets an approved proposal wait. @param nextAt until then. */
  putOff(proposal: Pick<ProposalRow, "id" | "clientId">, nextAt: number): Promise<void>;
  /** Withdraws a proposal that is pending or approved. @returns whether it was. */
  withdraw(proposal: ProposalRow, why: Withdrawal, eventOf: ProposalEventOf): Promise<boolean>;
  /**
   * Ends proposals that wait: expired ones, and those whose key, token, service client or tenant is gone. At most `limit` each.
   * @returns how many.
   */
  endDue(limit: number, gone: Withdrawal, eventOf: ProposalEventOf): Promise<number>;
  /** Deletes proposals that ended and were created before a time, at most `limit`. @returns how many. */
  prune(before: number, limit: number): Promise<number>;
};

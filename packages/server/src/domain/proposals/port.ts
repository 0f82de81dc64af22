/** Stored proposals. */
import type { ClientTurn } from "../limits/client-turns.ts";
import type { ProposalStatus } from "@svc/contract";
import type { Covered } from "../service-clients/port.ts";
import type { KeyClaim, KeyScope } from "../idempotency/port.ts";
import type { Page, PageAfter } from "../listings/page.ts";
import type { Shortage, WaitingLimits } from "./waiting.ts";
import type { ProposalRow } from "../generated/rows.ts";
import type { AuditData, Actor } from "../journal/port.ts";
import type { Decision } from "../records/documents.ts";

export type { ProposalRow };

/** The filters and cursor of a listing; null for a filter that isn't set. */
export type ProposalQuery = {
  connectionId: string | null;
  status: ProposalStatus | null;
  /** Limits the list to what a delegated token covers; absent for a service key. */
  covered?: Covered | undefined;
  after: PageAfter;
  limit: number;
};

/** Why a proposal was withdrawn. */
export type Withdrawal = { code: string; detail: string };

/**
 * Stored proposals. Every method is one transaction. Every step is a conditional update, so only one caller makes it.
 */
export type ProposalStore = {
  /**
   * Finds why {@link create} would refuse this proposal now; null if it wouldn't. Cheap, for before the preview is
   * read.
   */
  findRoom(
    proposal: Pick<ProposalRow, "clientId" | "connectionId" | "keyId" | "tokenId" | "tokenChain">,
    key: KeyScope,
    limits: WaitingLimits,
  ): Promise<Shortage | "taken" | null>;
  /** Creates the proposal and claims its key: a new one, or a `freed` one with the same fingerprint. */
  create(
    proposal: ProposalRow,
    claim: KeyClaim,
    limits: WaitingLimits,
    by: Actor,
  ): Promise<"created" | "taken" | Shortage>;
  find(clientId: string, tenantId: string, id: string): Promise<ProposalRow | null>;
  /** Finds a proposal of any service client. */
  findOfAny(id: string): Promise<ProposalRow | null>;
  list(clientId: string, tenantId: string, query: ProposalQuery): Promise<Page<ProposalRow>>;
  /**
   * `pending` → approved or denied, unless it has expired.
   * @param recorded who decided, and what the audit trail records of it.
   * @returns null if it is not pending.
   */
  decide(
    proposal: Pick<ProposalRow, "id" | "clientId">,
    decided: { decision: Decision; seal: string },
    recorded: { actor: Actor; data: AuditData },
  ): Promise<ProposalRow | null>;
  /** Leases approved proposals that are due: one per service client, starting with the client after `afterClient`. */
  take(query: ClientTurn & { leaseMs: number }): Promise<ProposalRow[]>;
  /** Postpones an approved proposal until `nextAt`. */
  putOff(proposal: Pick<ProposalRow, "id" | "clientId">, nextAt: number): Promise<void>;
  /** Withdraws a proposal that is pending or approved. @returns whether it was withdrawn. */
  withdraw(proposal: ProposalRow, why: Withdrawal): Promise<boolean>;
  /**
   * Ends pending and approved proposals: expired ones, and those whose key, token, service client or tenant is gone. At
   * most `limit` of each.
   * @returns how many it ended.
   */
  endDue(limit: number, gone: Withdrawal): Promise<number>;
  /** Deletes at most `limit` ended proposals that were created before a time. @returns how many. */
  prune(before: number, limit: number): Promise<number>;
};

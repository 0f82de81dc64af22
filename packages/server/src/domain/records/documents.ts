/** The documents that columns hold as JSON. */
import type { EvidenceBasis, EvidenceVerdict, Proposal, ResolutionOutcome } from "@svc/contract";
import type { ActionEffect } from "@svc/provider-kit";

/**
 * The tenants of its service client that a key or token reaches: all (null), these ids, or those with this label now.
 */
export type TenantReach = { ids: readonly string[] } | { label: string } | null;

/** How evidence settled an execution. */
export type EvidenceSettlement = { basis: EvidenceBasis; at: number };

/** A look as stored with its execution. Contains nothing secret, and no text from the provider. */
export type KeptLook = {
  at: number;
  verdict: EvidenceVerdict;
  /** Null if the verdict is undetermined. */
  basis: EvidenceBasis | null;
  /** The finding, or the reason there is none, in one sentence in svc's words; null if there is nothing to add. */
  detail: string | null;
  /** Whether the effect was absent at a time when an absence counts. Not shown. */
  counts: boolean;
};

/** A response that arrived after the record was settled. It never changes the status. */
export type LateResponse = {
  verdict: "succeeded" | "failed" | "unknown";
  providerStatus: number | null;
  receivedAt: number;
};

/** The outcome that a person or the caller recorded for an unknown one. */
export type Resolution = { outcome: ResolutionOutcome; note: string; resolvedAt: number; resolvedBy: string };

/** A person's decision. */
export type Decision = {
  decision: NonNullable<Proposal["decision"]>["decision"];
  decidedBy: string;
  /** "" if none was given. */
  reason: string;
  decidedAt: number;
};

/** A response that may be replayed. It never contains a credential, a secret value, or a Connect token. */
export type KeptResponse = { status: number; body: unknown };

/** What a delegated token may do, as its creator chose. */
export type TokenRights = {
  connections: readonly string[] | null;
  actions: readonly string[] | null;
  maxEffect: ActionEffect;
  maxExecutions: number | null;
  requireApproval: boolean;
};

/** The permissions that the consumer's app granted, and the key that it used. */
export type Approval = TokenRights & {
  tenantId: string;
  keyId: string;
  subject: string;
  /** The person's name on the approval page; absent if the app didn't give it. */
  name?: string;
};

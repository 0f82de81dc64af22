/** What an attempt runs, and what it needs. */
import type { Action } from "@svc/provider-kit";
import type { ConformingFacts } from "../evidence/facts.ts";
import type { SettledByEvidence } from "../evidence/examine.ts";
import type { LookInCall } from "../evidence/in-call.ts";
import type { MarkerOf } from "../evidence/marker.ts";
import type { TenantDigests } from "../vault/port.ts";
import type { AuditEvent } from "../audit/port.ts";
import type { CredentialProvider } from "../connections/credential-provider.ts";
import type { Platform } from "../../platform.ts";
import type { BearerTokens } from "../provider-calls/bearer-tokens.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import type { ReadRetryLimits } from "../provider-calls/reads.ts";
import type { Approved, PlanCheck } from "../proposals/plan.ts";
import type { InHand } from "./in-hand.ts";
import type { Lease } from "./lease.ts";
import type { ExecutionStore } from "./port.ts";
import type { ExecutionRow, LateAnswer } from "./record.ts";
import type { AuthorizedAction } from "./request.ts";
import type { SettleLimits } from "./settle.ts";

/** Dependencies of every attempt. */
export type AttemptDeps = {
  store: ExecutionStore;
  transport: ProviderTransport;
  bearerTokens?: BearerTokens | undefined;
  platform: Platform;
  lease: Pick<Lease, "ownerId" | "holds">;
  credentials: CredentialProvider;
  /** Called if the provider refused the credential and it cannot be refreshed. */
  markNeedsReconnect: (connectionId: string, credentialVersion: number, row: ExecutionRow) => Promise<void>;
  validOutput: (action: Action, output: unknown) => boolean;
  evidence: AttemptEvidence;
  /** Compares an approved call with how things stand, by reads alone. */
  checkPlan: (approved: Approved, attempt: Attempt) => Promise<PlanCheck>;
  /** Called if the store refused a dispatch, which also happens when the database has failed over. */
  onDispatchRefused?: () => void;
  /** Reports a defect, by class name only. */
  onDefect: (executionId: string, errorName: string) => void;
  retry: ReadRetryLimits;
  settle: SettleLimits;
  /** The executions that this process works on. */
  inHand: InHand;
  /** Time limit of the whole call, in milliseconds. */
  callTimeoutMs: number;
};

/** What an attempt keeps for later looks, and its own look. */
export type AttemptEvidence = {
  /** Whether svc looks at all; otherwise nothing is kept for it. */
  isOn: boolean;
  markerOf: MarkerOf;
  conformingFacts: ConformingFacts;
  tenantDigests: (tenantId: string) => Promise<TenantDigests>;
  /** Looks for the effect if the answer was lost and there is time left. */
  lookInCall: LookInCall;
  /** Creates the audit event of a settlement by evidence, and that of a late answer that contradicts one. */
  settledEvent: (row: ExecutionRow, settling: { status: string; basis: string }, actor: string) => AuditEvent;
  contradictedEvent: (row: ExecutionRow, late: LateAnswer) => AuditEvent;
  /** Called once evidence has settled an attempt, and if a late answer contradicts such a settlement. */
  onSettled: (settled: SettledByEvidence) => void;
  onContradicted: (executionId: string) => void;
};

/** What an attempt runs. */
export type Attempt = AuthorizedAction & {
  row: ExecutionRow;
  input: unknown;
  /** End of the whole call on the monotonic clock, refreshes and a second attempt included. */
  deadlineMs: number;
  /** Whether a token that the provider refuses may be refreshed; false for a second attempt, and with an approval. */
  mayRefresh: boolean;
  /** What a person approved; null if it needs no approval. */
  approved: Approved | null;
};

/** An attempt's inputs and dependencies. */
import type { ErrorCode } from "@svc/contract";
import type { Action } from "@svc/provider-kit";
import type { ConformingFacts, MarkerOf } from "../evidence/facts.ts";
import type { SettledByEvidence } from "../evidence/examine.ts";
import type { LookInCall } from "../evidence/looks.ts";
import type { TenantDigests } from "../vault/port.ts";
import type { CredentialProvider } from "../connections/credential-provider.ts";
import type { RefusedCredentials } from "../connections/refused-credential.ts";
import type { Platform } from "../../platform.ts";
import type { BearerTokens } from "../provider-calls/bearer.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import type { ReadRetryLimits } from "../provider-calls/reads.ts";
import type { InHand } from "./sweeper.ts";
import type { Lease } from "./lease.ts";
import type { ExecutionStore } from "./port.ts";
import type { ExecutionRow } from "../records/record.ts";
import type { AuthorizedAction } from "./request.ts";

/** How long, and how often, a settlement is retried while the store doesn't respond, in milliseconds. */
export type SettleLimits = { retryForMs: number; retryEveryMs: number };

/** Dependencies of every attempt. */
export type AttemptDeps = {
  store: ExecutionStore;
  transport: ProviderTransport;
  bearerTokens?: BearerTokens | undefined;
  platform: Platform;
  lease: Pick<Lease, "ownerId" | "holds">;
  credentials: CredentialProvider;
  refusedCredentials: RefusedCredentials;
  /** Called if the provider refused the credential in the action and in a check, and it cannot be refreshed. */
  markNeedsReconnect: (connectionId: string, credentialVersion: number, row: ExecutionRow) => Promise<void>;
  validOutput: (action: Action, output: unknown) => boolean;
  evidence: AttemptEvidence;
  /** Called if the store refused a dispatch. A failover of the database can cause this as well. */
  onDispatchRefused?: () => void;
  /** Reports a defect, with only its class name. */
  onDefect: (executionId: string, errorName: string) => void;
  retry: ReadRetryLimits;
  settle: SettleLimits;
  /** The executions that this process works on. */
  inHand: InHand;
  /** Time limit of the whole call, in milliseconds. */
  callTimeoutMs: number;
};

/** Dependencies for evidence: what an attempt stores for later looks, and the look within the call. */
export type AttemptEvidence = {
  /** Whether svc looks at all. If not, nothing is stored for looks. */
  isOn: boolean;
  markerOf: MarkerOf;
  conformingFacts: ConformingFacts;
  tenantDigests: (tenantId: string) => Promise<TenantDigests>;
  /** Looks for the effect if the response was lost and there is time left. */
  lookInCall: LookInCall;
  /** Called after evidence has settled an attempt. */
  onSettled: (settled: SettledByEvidence) => void;
  onContradicted: (executionId: string) => void;
};

/**
 * Checks an attempt once more, using only reads. `fault`: why it isn't made; null if it may be. `version`: the
 * credential's version after the check, whose reads may have refreshed it.
 */
export type LastCheck = (attempt: Attempt) => Promise<{ fault: ErrorCode | null; version: number }>;

/** An authorized action, with its claimed record and input. */
export type Attempt = AuthorizedAction & {
  row: ExecutionRow;
  input: unknown;
  /** Deadline of the whole call on the monotonic clock, including refreshes and a second attempt. */
  deadlineMs: number;
  /** Whether the key may get another attempt if the provider refuses the token and it can be refreshed. */
  mayRefresh: boolean;
  /** A last check before the credential is opened; none by default. */
  check?: LastCheck | undefined;
  /** Whether the caller may learn within the call what a look finds; true by default. */
  looksInCall?: boolean;
};

/** The store of looks: which unknown outcomes svc still looks for, and what each look found. */
import type { AuditEvent } from "../audit/port.ts";
import type { ExecutionRow } from "../executions/record.ts";
import type { EvidenceSettlement, KeptLook } from "./look.ts";

/** What the dispatch kept of a changing request. None of it leaves the server. */
export type Sent = {
  /** The version of the action's declaration; null if it declared no evidence. */
  actionVersion: string | null;
  /** What the action saw before the change; null if it handed nothing over. */
  facts: unknown;
  /** Keyed digests of sensitive input fields, by field. */
  digests: Readonly<Record<string, string>>;
};

/** A look that this process has leased. */
export type LeasedLook = {
  executionId: string;
  clientId: string;
  connectionId: string;
  /** When the schedule began, and how many of its looks were made. */
  sinceMs: number;
  made: number;
  /** When the next look is due; null if the schedule is over. */
  nextAtMs: number | null;
  /** Whether the connection had to be reconnected when svc wanted to look. */
  isPaused: boolean;
  fence: number;
};

/** Where a schedule continues; `ended`: svc stops looking, not even on request. */
export type NextLook = { sinceMs: number; made: number; nextAtMs: number | null; isPaused: boolean } | "ended";

/** What evidence makes of an unknown outcome. The key is kept. */
export type Settling = EvidenceSettlement & {
  status: "succeeded" | "failed";
  summaryOutput: unknown;
  /** "" if it succeeded. */
  errorCode: string;
  errorDetail: string;
  look: KeptLook;
  /** Whether the look has judged a late answer. If one has come since, nothing is settled. */
  sawLateAnswer: boolean;
};

/** Stored looks. Every method is one transaction. A look whose lease was lost changes nothing. */
export type LookStore = {
  /** Finds an execution with what its dispatch kept. */
  find(clientId: string, executionId: string): Promise<{ execution: ExecutionRow; sent: Sent } | null>;
  /**
   * Leases looks that are due: one per service client, the client after `afterClient` first, and none on a connection that
   * another look is using.
   * @param query.limit the most looks. @param query.leaseMs in milliseconds.
   */
  take(query: { limit: number; leaseMs: number; afterClient: string }): Promise<LeasedLook[]>;
  /** Leases the look of one execution. `busy`: another look is under way. Null if svc looks no more. */
  takeOne(clientId: string, executionId: string, leaseMs: number): Promise<LeasedLook | "busy" | null>;
  /** Whether a look is scheduled, even if it's paused; `ended`: svc looks no more, not even on request. */
  standing(clientId: string, executionId: string): Promise<"scheduled" | "unscheduled" | "ended">;
  /** Ends a look that settled nothing. @param look null if there was none. @returns the record; null if it changed nothing. */
  keep(leased: LeasedLook, look: KeptLook | null, next: NextLook): Promise<ExecutionRow | null>;
  /** Settles an unknown outcome and ends its looks. @returns the record; null if nothing was settled. */
  settle(leased: LeasedLook, settling: Settling, event: AuditEvent): Promise<ExecutionRow | null>;
  /** How many unknown outcomes svc still looks for. */
  open(): Promise<number>;
};

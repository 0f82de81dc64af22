/** The store of looks: the unknown outcomes that svc still looks for, and the result of each look. */
import type { ClientTurn } from "../limits/client-turns.ts";
import type { ExecutionRow } from "../records/record.ts";
import type { Actor } from "../journal/port.ts";
import type { EvidenceSettlement, KeptLook } from "../records/documents.ts";

/**
 * In place of the version of an action's declaration: the database lost the dispatch, so what it stored isn't known. A
 * look then proves only that the request took effect, never that it didn't.
 */
export const lostDispatch = "lost";

/** The data that the dispatch stored about a changing request. None of it leaves the server. */
export type Sent = {
  /** The version of the action's declaration, or {@link lostDispatch}; null if it declared no evidence. */
  actionVersion: string | null;
  /** The facts that the action passed, read before the change; null if it passed none. */
  facts: unknown;
  /** Keyed digests of sensitive input fields, by field. */
  digests: Readonly<Record<string, string>>;
};

/** A look that this process has leased. */
export type LeasedLook = {
  executionId: string;
  clientId: string;
  connectionId: string;
  /** When the schedule started, and how many of its looks were made. */
  sinceMs: number;
  made: number;
  /** When the next look is due; null if the schedule is finished. */
  nextAtMs: number | null;
  /** Whether the last look was paused, for example until the connection is reconnected. */
  isPaused: boolean;
  fence: number;
};

/** The next step of a schedule. `ended`: svc won't look again, not even on request. */
export type NextLook = { sinceMs: number; made: number; nextAtMs: number | null; isPaused: boolean } | "ended";

/** The settlement of an unknown outcome by evidence. The key stays used. */
export type Settling = EvidenceSettlement & {
  status: "succeeded" | "failed";
  summaryOutput: unknown;
  /** "" if it succeeded. */
  errorCode: string;
  errorDetail: string;
  look: KeptLook;
  /** Whether the judgment considered a late response. If one has arrived since, nothing is settled. */
  sawLateResponse: boolean;
};

/** Stored looks. Every method is one transaction. A look whose lease was lost changes nothing. */
export type LookStore = {
  /** Finds an execution, with the data that its dispatch stored. */
  find(clientId: string, executionId: string): Promise<{ execution: ExecutionRow; sent: Sent } | null>;
  /**
   * Leases due looks: one per service client, starting with the client after `afterClient`, and none on a connection
   * that another look is using.
   * @param query.leaseMs the lease's duration, in milliseconds.
   */
  take(query: ClientTurn & { leaseMs: number }): Promise<LeasedLook[]>;
  /** Leases the look of one execution. `busy`: another look is in progress. Null if svc no longer looks. */
  takeOne(clientId: string, executionId: string, leaseMs: number): Promise<LeasedLook | "busy" | null>;
  /** Returns whether a look is scheduled, even if paused. `ended`: svc no longer looks, not even on request. */
  standing(clientId: string, executionId: string): Promise<"scheduled" | "unscheduled" | "ended">;
  /**
   * Finishes a look that settled nothing.
   * @param look null if svc didn't look.
   * @returns the record; null if unchanged.
   */
  keep(leased: LeasedLook, look: KeptLook | null, next: NextLook): Promise<ExecutionRow | null>;
  /** Settles an unknown outcome and stops its looks. @returns the record; null if nothing was settled. */
  settle(leased: LeasedLook, settling: Settling, by: Actor): Promise<ExecutionRow | null>;
  /** Returns the number of unknown outcomes that svc still looks for. */
  open(): Promise<number>;
};

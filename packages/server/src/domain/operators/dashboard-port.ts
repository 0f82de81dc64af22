/** The dashboard's port: counts across all service clients. Every method reads a limited number of rows. */
import type { ExecutionStatus } from "@svc/contract";

/** From `fromMs` up to, but not including, `untilMs`, in milliseconds since the epoch. */
export type Span = { fromMs: number; untilMs: number };

/** The upper bounds of the duration classes, in milliseconds. Longer durations are in the last class. */
export const durationClassesMs = [
  10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000, 15_000, 30_000, 60_000,
  3_600_000,
] as const;

/** The number of a provider's executions with this status and duration class. */
export type OutcomeCount = {
  provider: string;
  status: ExecutionStatus;
  /** One of {@link durationClassesMs}; 0 if the execution isn't settled. */
  tookUpToMs: number;
  count: number;
};

/** Work in progress in all processes. Each count stops at its limit. */
export type RunningWork = {
  /** The number of running server processes. */
  processes: number;
  /** Executions without an outcome. `orphaned`: the process has ended, so the next sweep settles them. */
  executions: { running: number; orphaned: number };
  /** Leases of token refreshes. `expired`: the holder didn't release the lease in time. */
  refreshes: { held: number; expired: number };
  /** Webhook deliveries: pending, being sent (`held`), and not settled before their lease expired. */
  deliveries: { waiting: number; held: number; expired: number; oldestAt: number | null };
};

/** Webhook endpoints of one kind. */
export type EndpointCount = { disabledReason: string; isFailing: boolean; count: number };

/** Reads the counts. Each read is limited, regardless of the size of the tables. */
export type DashboardStore = {
  /**
   * Counts the newest executions accepted in a span, by outcome.
   * @param lookAtMax the maximum number of rows to read.
   */
  outcomes(span: Span, lookAtMax: number): Promise<OutcomeCount[]>;
  /** Counts the executions accepted in a span. @param countMax where counting stops. */
  accepted(span: Span, countMax: number): Promise<number>;
  /** Counts the connections with status `needs_reconnect`. @param countMax where counting stops. */
  needReconnect(countMax: number): Promise<number>;
  endpoints(): Promise<EndpointCount[]>;
  /** @param countMax where each count stops. */
  work(countMax: number): Promise<RunningWork>;
};

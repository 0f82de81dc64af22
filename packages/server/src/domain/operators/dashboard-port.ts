/** What the dashboard counts, over all service clients. Every method reads a limited number of rows. */
import type { ExecutionStatus } from "@svc/contract";

/** From one time up to, but not including, another; milliseconds since the epoch. */
export type Span = { fromMs: number; untilMs: number };

/** The upper bounds of the classes into which durations are counted, in milliseconds; longer ones are in the last class. */
export const durationClassesMs = [
  10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000, 15_000, 30_000, 60_000,
  3_600_000,
] as const;

/** How many executions of a provider have this status and took this long. */
export type OutcomeCount = {
  provider: string;
  status: ExecutionStatus;
  /** One of {@link durationClassesMs}; 0 if the execution hasn't ended. */
  tookUpToMs: number;
  count: number;
};

/** Work that some process has begun. Counts stop at the limit. */
export type WorkInHand = {
  /** Server processes that are running. */
  processes: number;
  /** Executions without an outcome; `orphaned`: their process has ended, so the next sweep settles them. */
  executions: { inHand: number; orphaned: number };
  /** Leases of token refreshes: held, and not released before they expired. */
  refreshes: { held: number; expired: number };
  /** Webhook deliveries that wait, that are being sent, and whose process didn't return them in time. */
  deliveries: { waiting: number; held: number; expired: number; oldestAt: number | null };
};

/** Webhook endpoints of one kind. */
export type EndpointCount = { disabledReason: string; isFailing: boolean; count: number };

/** The reads. Each is limited to so many rows, whatever the tables hold. */
export type DashboardStore = {
  /** Counts the newest executions that were accepted in a span. @param lookAtMax how many are looked at. */
  outcomes(span: Span, lookAtMax: number): Promise<OutcomeCount[]>;
  /** How many executions were accepted in a span. @param countMax where counting stops. */
  accepted(span: Span, countMax: number): Promise<number>;
  /** How many connections need their user. @param countMax where counting stops. */
  needReconnect(countMax: number): Promise<number>;
  endpoints(): Promise<EndpointCount[]>;
  /** @param countMax where each count stops. */
  work(countMax: number): Promise<WorkInHand>;
};

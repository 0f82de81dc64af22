/** Counts for the console's dashboard. Each statement uses an index and reads a limited number of rows. */
import { firstIdOf } from "../../domain/executions/port.ts";
import { durationClassesMs, type DashboardStore, type OutcomeCount, type Span } from "../../domain/operators/port.ts";
import type { Queries, StoreContext } from "./context.ts";
import { isRunning } from "./executions/lists.ts";
import { statement } from "./statements/statement.ts";

const [longestMs] = durationClassesMs.slice(-1);
const durationClass = [
  "case when completed_at is null then 0",
  ...durationClassesMs.map((upToMs) => `when completed_at - created_at <= ${upToMs} then ${upToMs}`),
  `else ${longestMs} end`,
].join(" ");

type SpanValues = { from: string; until: string; rows: number };
type Limit = { rows: number };

/**
 * The statements, exported for tests of their query plans. Ids begin with a time, so a span of time is a range of the
 * primary key.
 */
export const dashboardStatements = {
  outcomes: statement<SpanValues, { provider: string; status: string; took: number; count: number }>(
    "executions.outcomes",
    `select provider, status, took, count(*) as count from (
       select provider, status, ${durationClass} as took from executions
       where id >= :from and id < :until order by id desc limit :rows) as newest
     group by provider, status, took`,
  ),
  accepted: statement<SpanValues, { count: number }>(
    "executions.accepted",
    `select count(*) as count from (
       select id from executions where id >= :from and id < :until order by id desc limit :rows) as newest`,
  ),
  needReconnect: statement<Limit, { count: number }>(
    "connections.need_reconnect",
    `select count(*) as count from (
       select id from connections where status = 'needs_reconnect' limit :rows) as found`,
  ),
  endpoints: statement<object, { disabled_reason: string; failing: number; count: number }>(
    "webhook_endpoints.by_state",
    `select disabled_reason, failing, count(*) as count from (
       select disabled_reason, case when failing_since is null then 0 else 1 end as failing from webhook_endpoints) as each_one
     group by disabled_reason, failing`,
  ),
  processes: statement<object, { count: number }>(
    "owners.running",
    "select count(*) as count from owners where ended_at is null",
  ),
  executions: statement<Limit, { count: number; orphaned: number | null }>(
    "executions.in_hand",
    `select count(*) as count, sum(orphaned) as orphaned from (
       select case when exists (select 1 from owners where owners.owner_id = executions.owner_id and owners.ended_at is null)
         then 0 else 1 end as orphaned from executions where ${isRunning} limit :rows) as running`,
  ),
  refreshes: statement<Limit & { now: number }, { held: number | null; expired: number | null }>(
    "credential_refreshes.held",
    `select sum(case when lease_until > :now then 1 else 0 end) as held,
       sum(case when lease_until > :now then 0 else 1 end) as expired from (
       select lease_until from credential_refreshes where lease_until > 0 limit :rows) as leases`,
  ),
  deliveries: statement<
    Limit & { now: number },
    { count: number; held: number | null; expired: number | null; oldest: number | null }
  >(
    "webhook_deliveries.waiting",
    `select count(*) as count, sum(case when lease_until > :now then 1 else 0 end) as held,
       sum(case when lease_until > 0 and lease_until <= :now then 1 else 0 end) as expired, min(created_at) as oldest from (
       select lease_until, created_at from webhook_deliveries where status = 'pending' limit :rows) as waiting`,
  ),
} as const;

/** @param context the database. */
export function createDashboardStore(context: StoreContext): DashboardStore {
  // Counts read thousands of rows, so they take turns with listings.
  const count = <T>(work: (queries: Queries) => Promise<T>): Promise<T> =>
    context.list("system", (step) => step((queries) => work(queries)));
  return {
    outcomes: (span, lookAtMax) =>
      count(async (queries) => {
        const rows = await dashboardStatements.outcomes.all(queries, spanValues(context, span, lookAtMax));
        return rows.map(({ provider, status, took, count }) => ({
          provider,
          status: status as OutcomeCount["status"],
          tookUpToMs: took,
          count,
        }));
      }),
    accepted: (span, countMax) =>
      count(async (queries) => {
        const row = await dashboardStatements.accepted.first(queries, spanValues(context, span, countMax));
        return row?.count ?? 0;
      }),
    needReconnect: (countMax) =>
      count(
        async (queries) => (await dashboardStatements.needReconnect.first(queries, { rows: countMax }))?.count ?? 0,
      ),
    endpoints: () =>
      count(async (queries) => {
        const rows = await dashboardStatements.endpoints.all(queries, {});
        return rows.map(({ disabled_reason: disabledReason, failing, count }) => ({
          disabledReason,
          isFailing: failing === 1,
          count,
        }));
      }),
    work: (countMax) => readWork(context, countMax),
  };
}

function spanValues(context: StoreContext, { fromMs, untilMs }: Span, rows: number): SpanValues {
  const mark = context.cellMark();
  return { from: firstIdOf(fromMs, mark), until: firstIdOf(untilMs, mark), rows };
}

async function readWork(context: StoreContext, rows: number): ReturnType<DashboardStore["work"]> {
  const now = context.nowMs();
  const { processes, executions, refreshes, deliveries } = dashboardStatements;
  return await context.list("system", async (step) => {
    const running = await step((queries) => processes.first(queries, {}));
    const begun = await step((queries) => executions.first(queries, { rows }));
    const leases = await step((queries) => refreshes.first(queries, { rows, now }));
    const waiting = await step((queries) => deliveries.first(queries, { rows, now }));
    return {
      processes: running?.count ?? 0,
      executions: { running: begun?.count ?? 0, orphaned: begun?.orphaned ?? 0 },
      refreshes: { held: leases?.held ?? 0, expired: leases?.expired ?? 0 },
      deliveries: {
        waiting: waiting?.count ?? 0,
        held: waiting?.held ?? 0,
        expired: waiting?.expired ?? 0,
        oldestAt: waiting?.oldest ?? null,
      },
    };
  });
}

/**
 * The service clock's row; domain/clock/judge.ts decides what a sample means. When an operator sets the clock, each
 * column that holds a future time keeps its remaining time. The expiry of a provider's credential isn't among them: the
 * provider set it, so it doesn't move.
 */
import { sql } from "kysely";
import type {
  AcceptedJump,
  ClockReading,
  ClockRow,
  JumpCause,
  ServiceClockStore,
  UncountedSpan,
} from "../../domain/clock/port.ts";
import { timestamp } from "../../domain/clock/timestamp.ts";
import type { NewEntry } from "../../domain/journal/port.ts";
import { append } from "./journal/append.ts";
import { operatorRecord } from "./journal/entries.ts";
import type { Queries, StoreContext } from "./context.ts";
import { StoreError } from "./errors.ts";
import type { ServiceClockTable } from "./tables.ts";
import { isUpdated } from "./rows.ts";
import { changeSealed, sealedTables } from "./sealed-rows.ts";

/** @param context the database. */
export function createServiceClockStore(context: StoreContext): ServiceClockStore {
  return {
    read: () => context.read("none", (queries) => read(context, queries)),
    spans: () => context.read("none", spans),
    replace: (seen, { offsetMs, jump, gap }) =>
      context.write("none", (queries) =>
        isUpdated(
          queries
            .updateTable("service_clock")
            .set({ offset_ms: offsetMs, ...columnsOf({ jump, gap }) })
            .where("generation", "=", seen.generation)
            .where("offset_ms", "=", seen.offsetMs),
        ),
      ),
    mark: (generation, serviceMs) =>
      context.write(
        "none",
        async (queries) => {
          await queries
            .updateTable("service_clock")
            .set({ mark_ms: serviceMs })
            .where("generation", "=", generation)
            .where("mark_ms", "<", serviceMs)
            .execute();
        },
        { durability: "async" },
      ),
    accept: ({ machineMs, ...options }) =>
      context.write("system", async (queries) => {
        // Locks the row first, so that the jump read next is the one accepted.
        await queries.updateTable("service_clock").set({ slot: 1 }).execute();
        const { row, databaseMs } = await read(context, queries);
        if (row.jump === null) return null;
        const accepted = await accept(context, queries, row, { ...options, rawMs: databaseMs ?? machineMs });
        await append(context, queries, [acceptedEntry(accepted, options)]);
        return accepted;
      }),
  };
}

function acceptedEntry(
  { cause, serviceMs, rawMs, uncountedMs }: AcceptedJump,
  { timePassed }: Pick<AcceptOptions, "timePassed">,
): NewEntry {
  const times = { from: timestamp(serviceMs), to: timestamp(rawMs) };
  return operatorRecord("clock.accepted", { cause, ...times, timePassed: String(timePassed), uncountedMs });
}

/** The database's own clock. SQLite has only the machine's. */
const databaseTimes = {
  postgres: "(extract(epoch from clock_timestamp()) * 1000)::bigint",
  sqlite: "null",
} as const;

async function read(context: StoreContext, queries: Queries): Promise<ClockReading> {
  const ownMs = sql<number | null>`${sql.raw(databaseTimes[context.engine])}`;
  const row = await queries.selectFrom("service_clock").selectAll().select(ownMs.as("own_ms")).executeTakeFirst();
  if (row === undefined) throw new StoreError("CLOCK_ROW_MISSING", false);
  return { row: clockRow(row), databaseMs: row.own_ms };
}

async function spans(queries: Queries): Promise<UncountedSpan[]> {
  const rows = await queries.selectFrom("uncounted_spans").selectAll().orderBy("from_ms").execute();
  return rows.map(({ from_ms: fromMs, to_ms: toMs }) => ({ fromMs, toMs }));
}

type AcceptOptions = Parameters<ServiceClockStore["accept"]>[0];

async function accept(
  context: StoreContext,
  queries: Queries,
  row: ClockRow,
  { timePassed, rawMs, spansAfter }: Omit<AcceptOptions, "machineMs"> & { rawMs: number },
): Promise<AcceptedJump> {
  const serviceMs = rawMs + row.offsetMs;
  const before = await spans(queries);
  const after = spansAfter(before, { serviceMs, rawMs, gap: row.gap, timePassed });
  await queries.deleteFrom("uncounted_spans").execute();
  for (const { fromMs, toMs } of after) {
    await queries.insertInto("uncounted_spans").values({ from_ms: fromMs, to_ms: toMs }).execute();
  }
  await queries
    .updateTable("service_clock")
    .set({ offset_ms: 0, mark_ms: rawMs, generation: row.generation + 1, ...columnsOf({ jump: null, gap: null }) })
    .execute();
  // If the time really passed, so did the deadlines in it.
  if (!timePassed || rawMs < serviceMs) await moveDeadlines(context, queries, serviceMs, rawMs - serviceMs);
  const uncountedMs = Math.max(0, lengthOf(after) - lengthOf(before));
  return { cause: row.jump?.cause ?? "ran", serviceMs, rawMs, uncountedMs };
}

function lengthOf(all: readonly UncountedSpan[]): number {
  return all.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
}

function columnsOf({ jump, gap }: Pick<ClockRow, "jump" | "gap">) {
  const cause: ServiceClockTable["jump_cause"] = jump?.cause ?? "";
  return {
    jump_cause: cause,
    jump_at: jump?.atMs ?? null,
    gap_from: gap?.fromMs ?? null,
    gap_to: gap?.toMs ?? null,
  };
}

function clockRow(row: ServiceClockTable): ClockRow {
  const { jump_cause: cause, jump_at: atMs, gap_from: fromMs, gap_to: toMs } = row;
  return {
    offsetMs: row.offset_ms,
    markMs: row.mark_ms,
    generation: row.generation,
    jump: cause === "" ? null : { cause: cause as JumpCause, atMs: atMs ?? 0 },
    gap: fromMs === null || toMs === null ? null : { fromMs, toMs },
  };
}

/** Columns that hold an end, by table. Where an index helps, a condition limits the rows to look at. */
const deadlines = [
  { table: "connect_sessions", columns: ["expires_at", "verifying_until"] },
  { table: "oauth_flows", columns: ["expires_at"] },
  { table: "proposals", columns: ["expires_at", "next_at"] },
  { table: "credential_refreshes", columns: ["lease_until"] },
  { table: "webhook_deliveries", columns: ["next_at", "lease_until"], rows: "status = 'pending'" },
  { table: "webhook_endpoints", columns: ["old_until", "older_until"] },
  { table: "executions", columns: ["settle_after"], rows: "status IN ('dispatched', 'outcome_unknown')" },
  { table: "execution_looks", columns: ["next_at", "lease_until"] },
  { table: "restores", columns: ["undated_until"] },
  { table: "event_secrets", columns: ["usable_until"] },
  { table: "event_secret_windows", columns: ["expires_at"] },
  { table: "operator_sign_ins", columns: ["expires_at"] },
  { table: "described_providers", columns: ["check_due"] },
] as const;

/** Columns that hold the beginning of a measured duration. */
const beginnings = [
  { table: "operator_sessions", column: "seen_at" },
  { table: "operator_person_sessions", column: "seen_at" },
  { table: "operator_person_sessions", column: "tried_at" },
  { table: "webhook_endpoints", column: "failing_since" },
  { table: "execution_looks", column: "since" },
] as const;

/**
 * Moves deadlines along with the clock.
 * @param nowMs the service time so far, in milliseconds since the epoch. @param byMs how far the clock moves.
 */
export async function moveDeadlines(
  context: StoreContext,
  queries: Queries,
  nowMs: number,
  byMs: number,
): Promise<void> {
  const by = sql`cast(${byMs} as bigint)`;
  for (const { table, columns, ...only } of deadlines) {
    const rows = "rows" in only ? sql.raw(` and ${only.rows}`) : sql``;
    for (const column of columns) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}
        where ${sql.ref(column)} > ${nowMs}${rows}`.execute(queries);
    }
  }
  await moveSealed(context, queries, nowMs, byMs);
  for (const { table, column } of beginnings) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}
      where ${sql.ref(column)} is not null`.execute(queries);
  }
}

/**
 * Ends that the seals of their rows cover. A row with a later end is sealed again; `beginnings` move along with it: how
 * long a person's session lasts says whether its role can be confirmed again.
 */
const sealedDeadlines = [
  { table: "service_keys", columns: ["expires_at"], beginnings: [] },
  { table: "operator_tokens", columns: ["expires_at"], beginnings: [] },
  { table: "delegated_tokens", columns: ["expires_at"], beginnings: [] },
  { table: "agent_authorizations", columns: ["expires_at", "usable_until"], beginnings: [] },
  { table: "operator_sessions", columns: ["ends_at"], beginnings: [] },
  { table: "operator_person_sessions", columns: ["ends_at"], beginnings: ["created_at", "confirmed_at"] },
] as const;

async function moveSealed(context: StoreContext, queries: Queries, nowMs: number, byMs: number): Promise<void> {
  for (const { table, columns, beginnings: withThem } of sealedDeadlines) {
    const isLater = columns.map((column) => sql`${sql.ref(column)} > ${nowMs}`);
    const { rows } = await sql<{ id: string }>`select ${sql.ref(sealedTables[table].key)} as id
      from ${sql.table(table)} where ${sql.join(isLater, sql` or `)}`.execute(queries);
    const keys = rows.map(({ id }) => id);
    await changeSealed(context, queries, table, keys, (row) => {
      const times = row as unknown as Readonly<Record<string, number | null>>;
      const moved = [...columns.filter((column) => (times[column] ?? 0) > nowMs), ...withThem];
      return Object.fromEntries(moved.map((column) => [column, (times[column] ?? 0) + byMs]));
    });
  }
}

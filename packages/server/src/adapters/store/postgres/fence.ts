/** The fence: one row in `database_fence`, and the condition that a dispatch checks against it. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ClientBase } from "pg";
import { isOtherDatabase } from "../../../domain/failover/judge.ts";
import type { DatabaseFacts, FenceReading, FenceReason, FenceRow, FenceStore } from "../../../domain/failover/port.ts";
import type { NewEntry } from "../../../domain/journal/port.ts";
import { append } from "../journal/append.ts";
import { operatorRecord } from "../journal/entries.ts";
import type { Queries, StoreContext } from "../context.ts";
import { StoreError, asStoreError, readOnlyCode } from "../errors.ts";
import { expireKeysBefore } from "../restores.ts";
import { boundText, statement } from "../statements/statement.ts";
import type { WriterPool } from "./open.ts";
import { readFact, readPosition, timelineText, watchPosition } from "./facts.ts";

/**
 * The state of the fence that a dispatch expects. No database has epoch 0. `readsTimeline`: whether the server's role
 * may read the timeline.
 */
export type HeldFence = { epoch: number; needsSync: boolean; readsTimeline: boolean };

/**
 * The condition of a dispatch: the fence is open and has this epoch and the server's current timeline, and if required,
 * replication is synchronous.
 * @param readsTimeline false for a role that may not read it. PostgreSQL checks that before it runs any of a statement.
 */
export function fenceHolds(readsTimeline: boolean): string {
  return `exists (select 1 from database_fence where is_open and epoch = :epoch::bigint
  and timeline = ${readsTimeline ? timelineText : "''"})
  and (not :needsSync::boolean or current_setting('synchronous_standby_names') <> '')`;
}

/**
 * The condition that no dispatch, decision or use that was acknowledged is missing: this is the database that was
 * accepted. After a failover or on an older copy, what a row doesn't show may still have happened, so a transaction
 * that concludes anything from it must have this condition.
 * @param fence null on SQLite, which can't fail over. Pass it when the transaction has its session: only then is it
 * known whether that session leads to an older copy.
 */
export function missesNothing(fence: Pick<OpenFence, "held"> | null): RawBuilder<boolean> {
  if (fence === null) return sql<boolean>`true`;
  // Without a standby that is required, nothing is sent, but nothing is missing either.
  const { readsTimeline, ...held } = fence.held();
  return boundText(`(${fenceHolds(readsTimeline)})`, { ...held, needsSync: false });
}

const readFence = {
  withTimeline: statement<HeldFence, { holds: boolean }>("database_fence.holds", {
    postgres: `select ${fenceHolds(true)} as holds`,
  }),
  without: statement<HeldFence, { holds: boolean }>("database_fence.holds_hidden", {
    postgres: `select ${fenceHolds(false)} as holds`,
  }),
};

/** The fence of a store, and the state that its dispatches expect. */
export type OpenFence = { store: FenceStore; held(): HeldFence };

/**
 * Opens the fence. A server creates its row if there is none, and dispatches nothing if the row doesn't match the
 * database.
 * @param options.needsSync whether to dispatch only with a synchronous standby.
 * @throws StoreError
 */
export async function openFence(
  context: StoreContext,
  pool: WriterPool,
  { serve, needsSync }: { serve: boolean; needsSync: boolean },
): Promise<OpenFence> {
  let epoch = 0;
  let readsTimeline = true;
  const position = watchPosition();
  const read = async (): Promise<FenceReading> => {
    const { facts, row } = await readFresh(pool);
    readsTimeline = facts.timeline !== "";
    return { facts: { ...facts, flushedBytes: position.look(facts) }, row };
  };
  // By the next reading, an older copy that replaced the database may have caught up, and a call with an old key may
  // have been sent.
  pool.watchJoins((client) => position.join(client));
  if (serve) {
    await begin(context, pool);
    const first = await read();
    if (isSameDatabase(first)) epoch = first.row.epoch;
  }
  const change = (update: RawBuilder<unknown>): Promise<boolean> =>
    context.write("none", async (queries) => ((await update.execute(queries)).numAffectedRows ?? 0n) === 1n);
  return {
    held: () => ({ epoch: position.wentBack() ? 0 : epoch, needsSync, readsTimeline }),
    store: {
      read,
      setEpoch(next) {
        epoch = next ?? 0;
        position.forget();
      },
      replaceSessions: () => pool.renew(),
      confirm: (known) =>
        context.read(
          "none",
          async (queries) => {
            const holds = readsTimeline ? readFence.withTimeline : readFence.without;
            const found = await holds.first(queries, { epoch: known, needsSync: true, readsTimeline });
            return found?.holds === true;
          },
          { confirmed: true },
        ),
      async close(from, reason) {
        await change(
          sql`update database_fence set is_open = false, reason = ${reason} where epoch = ${from} and is_open`,
        );
      },
      async recordStandbys() {
        await change(sql`update database_fence set saw_standbys = true where not saw_standbys`);
      },
      advance: (from) =>
        context.write("system", async (queries) => {
          const isAdvanced = await openOn(queries, from);
          if (isAdvanced) await append(context, queries, [advancedEntry(from)]);
          return isAdvanced;
        }),
      accept: (from, { keys, recorded }) =>
        context.write("system", async (queries) => {
          if (!(await openOn(queries, from))) return null;
          if (keys !== null) return await expireKeysBefore(context, queries, keys, recorded);
          await append(context, queries, [operatorRecord(recorded.type, { ...recorded.data, ...nothingEnded })]);
          return nothingEnded;
        }),
    },
  };
}

const nothingEnded = { reopened: 0, revokedTokens: 0, endedSignIns: 0, endedConsoleSessions: 0 };

function advancedEntry({ facts, row }: FenceReading): NewEntry {
  const data = { from: row.timeline, to: facts.timeline, epoch: row.epoch + 1 };
  return { type: "failover.advanced", clientId: "", tenantId: "", subject: "", actor: "system", data };
}

function isSameDatabase({ facts, row }: FenceReading): boolean {
  return row.isOpen && !isOtherDatabase({ facts, row }) && row.timeline === facts.timeline;
}

async function openOn(queries: Queries, { facts, row }: FenceReading): Promise<boolean> {
  const result = await sql`update database_fence set epoch = epoch + 1, is_open = true, reason = '',
    system_identifier = ${facts.systemIdentifier}, database_oid = ${facts.databaseOid}, timeline = ${facts.timeline}
    where epoch = ${row.epoch} and system_identifier = ${row.systemIdentifier} and database_oid = ${row.databaseOid}
    and timeline = ${row.timeline} and is_open = ${row.isOpen}`.execute(queries);
  return (result.numAffectedRows ?? 0n) === 1n;
}

/** The first server creates the row, with the current facts. */
async function begin(context: StoreContext, pool: WriterPool): Promise<void> {
  const client = await pool.writer();
  const facts = await readFacts(client).finally(() => client.release());
  await context.write("none", (queries) =>
    sql`insert into database_fence (slot, epoch, system_identifier, database_oid, timeline, is_open, reason, saw_standbys)
      values (1, 1, ${facts.systemIdentifier}, ${facts.databaseOid}, ${facts.timeline}, true, '', ${facts.standbys > 0})
      on conflict (slot) do nothing`.execute(queries),
  );
}

async function readFresh(pool: WriterPool): Promise<FenceReading> {
  try {
    const client = await pool.fresh();
    try {
      const { rows } = await client.query<{ is_standby: boolean }>("select pg_is_in_recovery() as is_standby");
      if (rows[0]?.is_standby !== false) throw new StoreError(readOnlyCode, true);
      const row = await readRow(client);
      return { facts: await readFacts(client), row };
    } finally {
      void client.end().catch(() => undefined);
    }
  } catch (error) {
    throw asStoreError(error);
  }
}

type StoredRow = {
  epoch: number;
  system_identifier: string;
  database_oid: string;
  timeline: string;
  is_open: boolean;
  reason: string;
  saw_standbys: boolean;
};

async function readRow(client: ClientBase): Promise<FenceRow> {
  const { rows } = await client.query<StoredRow>("select * from database_fence");
  const [row] = rows;
  if (row === undefined) throw new StoreError("ROW_VANISHED", false);
  return {
    epoch: row.epoch,
    systemIdentifier: row.system_identifier,
    databaseOid: row.database_oid,
    timeline: row.timeline,
    isOpen: row.is_open,
    reason: row.reason === "" ? null : (row.reason as FenceReason),
    sawStandbys: row.saw_standbys,
  };
}

/** A managed PostgreSQL may hide some of these from its users. Unknown ones are empty. */
async function readFacts(client: ClientBase): Promise<DatabaseFacts> {
  return {
    systemIdentifier: await readFact(client, "select system_identifier from pg_control_system()"),
    databaseOid: await readFact(client, "select oid from pg_catalog.pg_database where datname = current_database()"),
    ...(await readPosition(client)),
    isSynchronous: (await readFact(client, "current_setting('synchronous_standby_names')")) !== "",
    standbys: Number(await readFact(client, "select count(*) from pg_stat_replication")),
  };
}

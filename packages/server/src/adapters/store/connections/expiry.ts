/** Expiry of credentials. Each notice and each expiry is written with its events, in one transaction. */
import { dueStep, expiryAfterTest, type ExpiryStep } from "../../../domain/connections/expiry.ts";
import { columnsOf } from "../rows.ts";
import type { Queries, StoreContext } from "../context.ts";
import { append } from "../journal/append.ts";
import { expiryEntry } from "../journal/entries.ts";
import { statement } from "../statements/statement.ts";
import type { ConnectionsTable } from "../tables.ts";
import { connectionRow } from "./rows.ts";

/** Finds connections with a notice or an expiry due. Every process runs it once a second, so it reads an index. */
export const dueExpiries = statement<{ nowMs: number; limit: number }, { id: string }>(
  "connections.due_expiries",
  "select id from connections where status = 'active' and expiry_due_at <= :nowMs limit :limit",
);

/** `ConnectionStore.sweepExpiry`. It reads first, because there is rarely anything to write. */
export async function sweepExpiry(context: StoreContext, nowMs: number, limit: number): Promise<number> {
  const found = await context.read("system", (queries) => dueExpiries.all(queries, { nowMs, limit }));
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  return await context.write("system", async (queries) => {
    const rows = await queries
      .selectFrom("connections")
      .selectAll()
      .where("id", "in", ids)
      // If a row is locked, another process is already doing this.
      .$if(context.locksRows, (query) => query.forUpdate().skipLocked())
      .execute();
    const taken: Taken[] = [];
    for (const row of rows) {
      const step = await take(queries, row, nowMs);
      if (step !== null) taken.push(step);
    }
    await append(
      context,
      queries,
      taken.map(({ row, expiresAt, step }) =>
        expiryEntry(row, expiresAt, step.kind === "end" ? null : step.daysBefore),
      ),
    );
    return taken.length;
  });
}

type Taken = { row: ConnectionsTable; expiresAt: number; step: ExpiryStep };

/** Writes the step that is due for a row, if it is still due. */
async function take(queries: Queries, row: ConnectionsTable, nowMs: number): Promise<Taken | null> {
  const expiresAt = row.credential_expires_at;
  const step = expiresAt === null ? null : dueStep(expiresAt, nowMs);
  if (expiresAt === null || step === null) return null;
  const changed = await queries
    .updateTable("connections")
    .set(
      step.kind === "end"
        ? { status: "needs_reconnect", expiry_due_at: null, updated_at: nowMs }
        : { expiry_due_at: step.nextDueAt },
    )
    .where("id", "=", row.id)
    .where("status", "=", "active")
    .where("credential_version", "=", row.credential_version)
    .where("expiry_due_at", "=", row.expiry_due_at)
    .where("expiry_due_at", "<=", nowMs)
    .returningAll()
    .executeTakeFirst();
  return changed === undefined ? null : { row: changed, expiresAt, step };
}

/** Writes the expiry found by a test of a working credential. @param row the current row, locked by the transaction. */
export async function recordExpiry(
  queries: Queries,
  row: ConnectionsTable,
  credentialExpiresAt: number | null,
  at: number,
): Promise<ConnectionsTable> {
  const { credentialExpiresAt: known, expiryDueAt } = connectionRow(row);
  const before = { credentialExpiresAt: known, expiryDueAt };
  const next = expiryAfterTest(before, credentialExpiresAt, at);
  if (next === before) return row;
  return await queries
    .updateTable("connections")
    .set({ ...columnsOf("connections", next), updated_at: at })
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Providers that are described by data. Each row is sealed, because it says where credentials go and what may run. */
import type { TrailTypeName } from "../../domain/journal/types.ts";
import type { Actor, AuditData } from "../../domain/journal/port.ts";
import type { DescribedProviderRow, DescribedProviderStore } from "../../domain/providers/port.ts";
import { append } from "./journal/append.ts";
import type { Queries, StoreContext } from "./context.ts";
import { columnsOf, rowOf } from "./rows.ts";
import { changeSealed, genuine, sealed } from "./sealed-rows.ts";

const table = "described_providers";

/** @param context the database. */
export function createDescribedProviderStore(context: StoreContext): DescribedProviderStore {
  return {
    versions: () =>
      context.read("system", async (queries) => {
        const rows = await queries
          .selectFrom(table)
          .select(["slug", "version", "removed_at"])
          .orderBy("slug")
          .execute();
        return rows.map(({ slug, version, removed_at: removedAt }) => ({ slug, version, removedAt }));
      }),
    list: () =>
      context.read("system", async (queries) => {
        const rows = await queries
          .selectFrom(table)
          .selectAll()
          .where("removed_at", "is", null)
          .orderBy("slug")
          .execute();
        return rows.flatMap((row) => (genuine(context, table, row) === null ? [] : [providerRow(row)]));
      }),
    find: (slug) => context.read("system", (queries) => find(context, queries, slug)),
    add: (row, { actor, enabled }) =>
      context.write("system", async (queries) => {
        const added = await queries
          .insertInto(table)
          .values(sealed(context, table, columnsOf(table, row)))
          .onConflict((conflict) => conflict.column("slug").doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows !== 1n) return false;
        await recordChange(context, queries, "provider.applied", row.slug, actor, { url: row.url, enabled });
        return true;
      }),
    apply: (of, { review, seen, updatedAt }, { actor, enabled, accepted }) =>
      context.write("system", async (queries) => {
        const documents = { review: JSON.stringify(review), seen: JSON.stringify(seen) };
        const next = { ...documents, updated_at: updatedAt, removed_at: null };
        if (!(await change(context, queries, of, next))) return false;
        const data = { enabled, ...(accepted === undefined ? {} : { accepted }) };
        await recordChange(context, queries, "provider.applied", of.slug, actor, data);
        return true;
      }),
    note: (of, { seen, updatedAt }, { actor, tools }) =>
      context.write("system", async (queries) => {
        if (!(await change(context, queries, of, { seen: JSON.stringify(seen), updated_at: updatedAt }))) return false;
        for (const data of tools) {
          await recordChange(context, queries, "provider.tool_changed", of.slug, actor, data);
        }
        return true;
      }),
    remove: (of, at, actor) =>
      context.write("system", async (queries) => {
        if (!(await change(context, queries, of, { updated_at: at, removed_at: at }))) return false;
        await recordChange(context, queries, "provider.removed", of.slug, actor);
        return true;
      }),
    takeDue: (nowMs, nextMs) =>
      context.write("system", async (queries) => {
        const due = await queries
          .selectFrom(table)
          .select(["slug", "check_due"])
          .where("removed_at", "is", null)
          .where("check_due", "<=", nowMs)
          .orderBy("check_due")
          .limit(1)
          .executeTakeFirst();
        if (due === undefined) return null;
        const taken = await queries
          .updateTable(table)
          .set({ check_due: nextMs })
          .where("slug", "=", due.slug)
          .where("check_due", "=", due.check_due)
          .executeTakeFirst();
        return taken.numUpdatedRows === 1n ? await find(context, queries, due.slug) : null;
      }),
    hasten: (slug, { dueMs, ifDueAfterMs }) =>
      context.write("system", async (queries) => {
        await queries
          .updateTable(table)
          .set({ check_due: dueMs })
          .where("slug", "=", slug)
          .where("check_due", ">", ifDueAfterMs)
          .where("check_fault", "=", "")
          .execute();
      }),
    checked: (slug, { checkedAt, checkDue, checkFault }) =>
      context.write("system", async (queries) => {
        await queries
          .updateTable(table)
          .set({
            check_due: checkDue,
            check_fault: checkFault,
            ...(checkedAt === null ? {} : { checked_at: checkedAt }),
          })
          .where("slug", "=", slug)
          .execute();
      }),
  };
}

async function find(context: StoreContext, queries: Queries, slug: string): Promise<DescribedProviderRow | null> {
  const row = await queries.selectFrom(table).selectAll().where("slug", "=", slug).executeTakeFirst();
  const own = genuine(context, table, row);
  return own === null ? null : providerRow(own);
}

/** Changes a row that still has the version, and counts it. */
async function change(
  context: StoreContext,
  queries: Queries,
  { slug, version }: Pick<DescribedProviderRow, "slug" | "version">,
  next: { review?: string; seen?: string; updated_at: number; removed_at?: number | null },
): Promise<boolean> {
  const changed = await changeSealed(context, queries, table, [slug], (row) =>
    row.version === version ? { ...next, version: version + 1 } : null,
  );
  return changed.length === 1;
}

/** Records a change in the deployment's chain. */
async function recordChange(
  context: StoreContext,
  queries: Queries,
  type: TrailTypeName,
  slug: string,
  actor: Actor,
  data: AuditData = {},
): Promise<void> {
  await append(context, queries, [{ type, clientId: "", tenantId: "", subject: slug, actor, data }]);
}

const providerRow = rowOf(table);

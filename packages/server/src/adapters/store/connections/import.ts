/** Creates connections from imported credentials: all conditions and all writes in one transaction. */
import type { ConnectionImport, ImportOutcome } from "../../../domain/connections/port.ts";
import { columnsOf } from "../rows.ts";
import { Abandoned } from "../context.ts";
import type { Queries, StoreContext } from "../context.ts";
import { append } from "../journal/append.ts";
import { connectionEntry } from "../journal/entries.ts";
import { keepResponse } from "../keys/idempotency.ts";

/**
 * `ConnectionStore.import`. A process that dies before the commit leaves nothing, so a repeat creates one connection.
 */
export function importConnection(context: StoreContext, imported: ConnectionImport): Promise<ImportOutcome> {
  const { connection, record, by, claim, response } = imported;
  return context.write({ client: connection.clientId }, async (queries): Promise<ImportOutcome> => {
    const refusal = await findRefusal(context, queries, imported);
    if (refusal !== null) return refusal;
    const columns = columnsOf("connections", connection);
    await queries.insertInto("connections").values(columns).execute();
    await queries.insertInto("credentials").values({ connection_id: connection.id, record }).execute();
    const data = { account: connection.accountSlug, origin: "import" };
    // In the order of a claim, the journal before the key, so that the two don't deadlock.
    await append(context, queries, [connectionEntry("connection.created", columns, by, data)]);
    if (!(await keepResponse(queries, claim, claim.ownerId, response)))
      throw new Abandoned<ImportOutcome>("superseded");
    return "stored";
  });
}

/**
 * Why the connection may not be created; null if it may. Tenant and client stay locked until the transaction ends: a
 * deletion or revocation either commits first and is seen here, or waits and sees the connection.
 */
async function findRefusal(
  context: StoreContext,
  queries: Queries,
  { connection }: ConnectionImport,
): Promise<Exclude<ImportOutcome, "stored"> | null> {
  const row = await queries
    .selectFrom("tenants as t")
    .innerJoin("service_clients as c", "c.id", "t.client_id")
    .select("c.allow_import")
    .where("t.id", "=", connection.tenantId)
    .where("t.client_id", "=", connection.clientId)
    .where("t.deleted_at", "is", null)
    .where("c.revoked_at", "is", null)
    .$if(context.locksRows, (query) => query.forShare(["t", "c"]))
    .executeTakeFirst();
  if (row === undefined) return "gone";
  return row.allow_import === 1 ? null : "forbidden";
}

/** Looks up a tenant's connection with its sealed credential. */
import type { ExecutionStore } from "../../../domain/executions/port.ts";
import { connectionRow } from "../connections/rows.ts";
import type { StoreContext } from "../context.ts";
import { statement } from "../statements/statement.ts";
import type { ConnectionsTable } from "../tables.ts";

// A left join returns either every column of the connection or none.
type FoundRow = (ConnectionsTable | { [Column in keyof ConnectionsTable]: null }) & { record: Uint8Array | null };

const find = statement<{ clientId: string; tenantId: string; connectionId: string }, FoundRow>(
  "executions.look_up",
  `select c.*, s.record from tenants t
   left join connections c on c.id = :connectionId and c.tenant_id = t.id and c.client_id = t.client_id
   left join credentials s on s.connection_id = c.id
   where t.id = :tenantId and t.client_id = :clientId and t.deleted_at is null`,
);

/** @param context the database. */
export function connectionLookUp(context: StoreContext): ExecutionStore["lookUp"] {
  return async (ref) => {
    const row = await context.read({ client: ref.clientId }, (queries) => find.first(queries, ref), {
      repeatable: true,
    });
    if (row === undefined) return null;
    return { connection: row.id === null ? null : { connection: connectionRow(row), record: row.record } };
  };
}

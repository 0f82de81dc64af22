/** All that a request to execute needs before its claim, in one look-up. */
import { sql } from "kysely";
import type { ExecutePlace, ExecutionStore } from "../executions/port.ts";
import { connectionRow } from "./connection-rows.ts";
import type { StoreContext } from "./context.ts";
import { preparedText } from "./prepared-text.ts";
import type { ConnectionsTable } from "./tables.ts";

const connectionColumns = [
  "id",
  "client_id",
  "tenant_id",
  "provider",
  "auth_kind",
  "status",
  "account_slug",
  "account_name",
  "granted_actions",
  "granted_scopes",
  "credential_version",
  "last_tested_at",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof ConnectionsTable)[];

// A left join gives either every column of the connection or none.
type PlaceRow = (ConnectionsTable | { [Column in keyof ConnectionsTable]: null }) & {
  record: Uint8Array | null;
  known_key: string | null;
};

const findPlace = preparedText<ExecutePlace & { key: string }, PlaceRow>(
  "executions.place",
  (slot) => sql`select ${sql.join(connectionColumns.map((name) => sql.ref(`c.${name}`)))}, s.record, k.key as known_key
    from tenants t
    left join connections c on c.id = ${slot.connectionId} and c.tenant_id = t.id and c.client_id = t.client_id
    left join credentials s on s.connection_id = c.id
    left join idempotency_keys k on k.client_id = t.client_id and k.tenant_id = t.id and k.key = ${slot.key}
    where t.id = ${slot.tenantId} and t.client_id = ${slot.clientId} and t.deleted_at is null`,
);

/** @param context the database. */
export function placeLookUp(context: StoreContext): ExecutionStore["lookUp"] {
  return (place, key) =>
    context.once({ client: place.clientId }, async (queries) => {
      // No key is "".
      const row = await findPlace.first(queries, { ...place, key: key ?? "" });
      if (row === undefined) return null;
      const connection = row.id === null ? null : { connection: connectionRow(row), record: row.record };
      return { connection, isKeyKnown: row.known_key !== null };
    });
}

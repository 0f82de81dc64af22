/** All that a request to execute needs before its claim, in one look-up. */
import type { ExecutionStore } from "../executions/port.ts";
import { connectionRow } from "./connection-rows.ts";
import type { StoreContext } from "./context.ts";
import { fixedQuery } from "./fixed-query.ts";
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

const placeText = `select ${connectionColumns.map((name) => `c.${name}`).join(", ")}, s.record, k.key as known_key
  from tenants t
  left join connections c on c.id = $3 and c.tenant_id = t.id and c.client_id = t.client_id
  left join credentials s on s.connection_id = c.id
  left join idempotency_keys k on k.client_id = $1 and k.tenant_id = $2 and k.key = $4
  where t.id = $2 and t.client_id = $1 and t.deleted_at is null`;

// A left join gives either every column of the connection or none.
type PlaceRow = (ConnectionsTable | { [Column in keyof ConnectionsTable]: null }) & {
  record: Uint8Array | null;
  known_key: string | null;
};

/** @param context the database. */
export function placeLookUp(context: StoreContext): ExecutionStore["lookUp"] {
  const place = fixedQuery<PlaceRow>(context, placeText);
  return ({ clientId, tenantId, connectionId }, key) =>
    context.once({ client: clientId }, async (queries) => {
      // No key is "".
      const { rows } = await queries.executeQuery(place(clientId, tenantId, connectionId, key ?? ""));
      const [row] = rows;
      if (row === undefined) return null;
      const connection = row.id === null ? null : { connection: connectionRow(row), record: row.record };
      return { connection, isKeyKnown: row.known_key !== null };
    });
}

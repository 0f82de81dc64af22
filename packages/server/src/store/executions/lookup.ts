/**
 * Looks up a tenant's connection with its sealed credential. On PostgreSQL, look-ups of one client that arrive in the same turn
 * of the event loop, or while another one runs, share the next statement.
 */
import { sql } from "kysely";
import type { ConnectionLookup, ConnectionRef, ExecutionStore } from "../../executions/port.ts";
import { connectionRow } from "../connections/rows.ts";
import type { StoreContext } from "../context.ts";
import { createGrouping } from "../groups/grouping.ts";
import { asOneCall } from "../postgres/client-groups.ts";
import { preparedText } from "../statements/prepared-text.ts";
import type { ConnectionsTable } from "../tables.ts";

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
};

/** @param place the values of one ref: slots of a statement, or columns of a list. */
function selectPlace(place: { [Part in keyof ConnectionRef]: unknown }) {
  return sql<PlaceRow>`select ${sql.join(connectionColumns.map((name) => sql.ref(`c.${name}`)))}, s.record
    from tenants t
    left join connections c on c.id = ${place.connectionId} and c.tenant_id = t.id and c.client_id = t.client_id
    left join credentials s on s.connection_id = c.id
    where t.id = ${place.tenantId} and t.client_id = ${place.clientId} and t.deleted_at is null`;
}

const findPlace = preparedText<ConnectionRef, PlaceRow>("executions.place", (slot) => selectPlace(slot));

type SoughtLists = { clientId: string; tenantIds: string[]; connectionIds: string[] };

// `offset 0` keeps PostgreSQL from joining the tables before it looks for each place.
const findPlaces = preparedText<SoughtLists, PlaceRow & { number: number }>(
  "executions.places",
  (slot) => sql`select sought.number, place.*
    from unnest(${slot.tenantIds}::text[], ${slot.connectionIds}::text[])
      with ordinality as sought (tenant_id, connection_id, number)
    cross join lateral (${selectPlace({
      clientId: slot.clientId,
      tenantId: sql.ref("sought.tenant_id"),
      connectionId: sql.ref("sought.connection_id"),
    })} offset 0) as place`,
  { plannedOnce: true },
);

/** @param context the database. */
export function placeLookUp(context: StoreContext): ExecutionStore["lookUp"] {
  return context.engine === "postgres" ? groupedLookUp(context) : (ref) => findOne(context, ref);
}

function findOne(context: StoreContext, ref: ConnectionRef): Promise<ConnectionLookup | null> {
  return context.once({ client: ref.clientId }, async (queries) => {
    const row = await findPlace.first(queries, ref);
    return row === undefined ? null : lookupOf(row);
  });
}

/** Every caller's look-up begins after its call, so that it sees an earlier disconnect. */
function groupedLookUp(context: StoreContext): ExecutionStore["lookUp"] {
  return createGrouping<ConnectionRef, ConnectionLookup | null>({
    groupOf: ({ clientId }) => clientId,
    async run(group) {
      const [first] = group;
      if (first === undefined) return [];
      return group.length === 1 ? [await findOne(context, first)] : await findAll(context, first.clientId, group);
    },
    ...asOneCall,
  });
}

/** Equal refs share one row of the statement. */
async function findAll(
  context: StoreContext,
  clientId: string,
  group: readonly ConnectionRef[],
): Promise<(ConnectionLookup | null)[]> {
  const numbers = new Map<string, number>();
  const lists: SoughtLists = { clientId, tenantIds: [], connectionIds: [] };
  const numberOf = group.map(({ tenantId, connectionId }) => {
    const name = JSON.stringify([tenantId, connectionId]);
    const known = numbers.get(name);
    if (known !== undefined) return known;
    lists.tenantIds.push(tenantId);
    const number = lists.connectionIds.push(connectionId);
    numbers.set(name, number);
    return number;
  });
  // Reads are safe to retry on another connection; otherwise one broken connection fails the whole batch.
  const found = await context.once(
    { client: clientId },
    async (queries) => {
      const rows = await findPlaces.all(queries, lists);
      return new Map(rows.map((row) => [row.number, lookupOf(row)]));
    },
    { repeatable: true },
  );
  return numberOf.map((number) => found.get(number) ?? null);
}

function lookupOf(row: PlaceRow): ConnectionLookup {
  return { connection: row.id === null ? null : { connection: connectionRow(row), record: row.record } };
}

/**
 * All that a request to execute needs before its claim, in one look-up. On PostgreSQL those of a client that come in one turn,
 * or while one of them is under way, are one statement, the next.
 */
import { sql } from "kysely";
import type { ExecutePlace, ExecutionStore, FoundPlace } from "../../executions/port.ts";
import { createBatcher } from "../batcher.ts";
import { connectionRow } from "../connections/rows.ts";
import type { StoreContext } from "../context.ts";
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
  known_key: string | null;
};

/** What is looked for; no key is "". */
type Sought = ExecutePlace & { key: string };

/** A place by its values: slots where one is sought, columns of a list where several are. */
function selectPlace(place: { [Part in keyof Sought]: unknown }) {
  return sql<PlaceRow>`select ${sql.join(connectionColumns.map((name) => sql.ref(`c.${name}`)))}, s.record, k.key as known_key
    from tenants t
    left join connections c on c.id = ${place.connectionId} and c.tenant_id = t.id and c.client_id = t.client_id
    left join credentials s on s.connection_id = c.id
    left join idempotency_keys k on k.client_id = t.client_id and k.tenant_id = t.id and k.key = ${place.key}
    where t.id = ${place.tenantId} and t.client_id = ${place.clientId} and t.deleted_at is null`;
}

const findPlace = preparedText<Sought, PlaceRow>("executions.place", (slot) => selectPlace(slot));

type SoughtLists = { clientId: string; tenantIds: string[]; connectionIds: string[]; keys: string[] };

// `offset 0` keeps PostgreSQL from joining the tables before it looks for each place.
const findPlaces = preparedText<SoughtLists, PlaceRow & { number: number }>(
  "executions.places",
  (slot) => sql`select sought.number, place.*
    from unnest(${slot.tenantIds}::text[], ${slot.connectionIds}::text[], ${slot.keys}::text[])
      with ordinality as sought (tenant_id, connection_id, key, number)
    cross join lateral (${selectPlace({
      clientId: slot.clientId,
      tenantId: sql.ref("sought.tenant_id"),
      connectionId: sql.ref("sought.connection_id"),
      key: sql.ref("sought.key"),
    })} offset 0) as place`,
  { plannedOnce: true },
);

/** @param context the database. */
export function placeLookUp(context: StoreContext): ExecutionStore["lookUp"] {
  const find = context.engine === "postgres" ? groupedLookUp(context) : (sought: Sought) => findOne(context, sought);
  return (place, key) => find({ ...place, key: key ?? "" });
}

function findOne(context: StoreContext, sought: Sought): Promise<FoundPlace | null> {
  return context.read({ client: sought.clientId }, async (queries) => {
    const row = await findPlace.first(queries, sought);
    return row === undefined ? null : foundPlace(row);
  });
}

/** A look-up begins after whoever gets it has asked, so what was revoked or disconnected before is seen to be. */
function groupedLookUp(context: StoreContext): (sought: Sought) => Promise<FoundPlace | null> {
  return createBatcher<Sought, FoundPlace | null>({
    keyOf: ({ clientId }) => clientId,
    async run(group) {
      const [first] = group;
      if (first === undefined) return [];
      return group.length === 1 ? [await findOne(context, first)] : await findAll(context, first.clientId, group);
    },
  });
}

/** Who asks for the same gets the same. */
async function findAll(
  context: StoreContext,
  clientId: string,
  group: readonly Sought[],
): Promise<(FoundPlace | null)[]> {
  const numbers = new Map<string, number>();
  const lists: SoughtLists = { clientId, tenantIds: [], connectionIds: [], keys: [] };
  const numberOf = group.map(({ tenantId, connectionId, key }) => {
    const name = JSON.stringify([tenantId, connectionId, key]);
    const known = numbers.get(name);
    if (known !== undefined) return known;
    lists.tenantIds.push(tenantId);
    lists.connectionIds.push(connectionId);
    const number = lists.keys.push(key);
    numbers.set(name, number);
    return number;
  });
  // Many would fail with one connection to the database; nothing is changed by asking on another.
  const found = await context.read(
    { client: clientId },
    async (queries) => {
      const rows = await findPlaces.all(queries, lists);
      return new Map(rows.map((row) => [row.number, foundPlace(row)]));
    },
    { repeatable: true },
  );
  return numberOf.map((number) => found.get(number) ?? null);
}

function foundPlace(row: PlaceRow): FoundPlace {
  const connection = row.id === null ? null : { connection: connectionRow(row), record: row.record };
  return { connection, isKeyKnown: row.known_key !== null };
}

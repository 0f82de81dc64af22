/**
 * The operator's search. Ids, and the beginnings of names, are read from an index; parts of names are looked for in the
 * newest rows, one window of them after the other.
 */
import { contains } from "../../domain/operators/search.ts";
import type { Found, FoundKind, SearchStore } from "../../domain/operators/port.ts";
import type { Queries, StoreContext } from "./context.ts";
import type { ReadStep } from "./statements/page.ts";
import { statement, type Statement } from "./statements/statement.ts";

/** The columns that each search reads. */
type FoundColumns = { id: string; name: string; detail: string; client_id: string; tenant_id: string };

type SearchedKind = Exclude<FoundKind, "oauth_app" | "event">;

/** The tables, and their columns as {@link FoundColumns}. */
const tables: Readonly<Record<SearchedKind, { table: string; columns: string }>> = {
  tenant: {
    table: "tenants",
    columns: "id, display_name as name, external_id as detail, client_id, id as tenant_id",
  },
  connection: {
    table: "connections",
    columns: "id, account_name as name, provider || ' · ' || status as detail, client_id, tenant_id",
  },
  execution: {
    table: "executions",
    columns: "id, provider || '/' || action_id as name, status as detail, client_id, tenant_id",
  },
  proposal: {
    table: "proposals",
    columns: "id, provider || '/' || action_id as name, status as detail, client_id, tenant_id",
  },
  service_client: {
    table: "service_clients",
    columns: "id, name, '' as detail, id as client_id, '' as tenant_id",
  },
  service_key: { table: "service_keys", columns: "id, name, '' as detail, client_id, '' as tenant_id" },
  delegated_token: {
    table: "delegated_tokens",
    columns: "id, case when agent = '' then label else agent end as name, subject as detail, client_id, tenant_id",
  },
  // The address may contain a secret, so `namedRow` keeps only its host.
  webhook_endpoint: {
    table: "webhook_endpoints",
    columns: "id, description as name, url as detail, client_id, '' as tenant_id",
  },
  connect_session: {
    table: "connect_sessions",
    columns: "id, provider as name, status as detail, client_id, tenant_id",
  },
  operator_token: {
    table: "operator_tokens",
    columns: "id, name, role as detail, '' as client_id, '' as tenant_id",
  },
};

const isPlannedOnce = { isPlannedOnce: true };

type Range = { from: string; until: string; rows: number };

const byId = Object.fromEntries(
  Object.entries(tables).map(([kind, { table, columns }]) => [
    kind,
    statement<Range, FoundColumns>(
      `${table}.search_ids`,
      `select ${columns} from ${table} where id >= :from and id < :until order by id limit :rows`,
      isPlannedOnce,
    ),
  ]),
) as unknown as Readonly<Record<SearchedKind, Statement<Range, FoundColumns>>>;

/** Of each chain, from its index of the events that the event log shows. SQLite keeps the order of a cross join. */
const eventsById = statement<Range, FoundColumns>(
  "journal.search_ids",
  `select entry.id, entry.type as name, '' as detail, entry.client_id, entry.tenant_id from journal_heads as head
   cross join journal as entry
   where entry.client_id = head.client_id and entry.id >= :from and entry.id < :until and public_data IS NOT NULL
   order by entry.id limit :rows`,
);

type NamedKind = Parameters<SearchStore["byName"]>[0];

/** The columns whose beginning an index finds. */
const indexedNames: Partial<Readonly<Record<NamedKind, readonly string[]>>> = {
  tenant: ["display_name", "external_id"],
  connection: ["account_name"],
};

/** Deleted tenants have no page of their own in lists. */
const conditions: Partial<Readonly<Record<NamedKind, string>>> = { tenant: "deletion_marker = ''" };

const byBeginning: ReadonlyMap<string, readonly Statement<Range, FoundColumns>[]> = new Map(
  Object.entries(indexedNames).map(([kind, names]) => {
    const { table, columns } = tables[kind as NamedKind];
    const condition = conditions[kind as NamedKind];
    const also = condition === undefined ? "" : ` and ${condition}`;
    const statements = names.map((name) =>
      statement<Range, FoundColumns>(
        `${table}.search_${name}`,
        `select ${columns} from ${table} where ${name} >= :from and ${name} < :until${also} order by ${name} limit :rows`,
        isPlannedOnce,
      ),
    );
    return [kind, statements];
  }),
);

const newest = new Map<string, Statement<{ before: string; rows: number }, FoundColumns>>(
  (["tenant", "connection", "service_client", "webhook_endpoint", "operator_token"] as const).map((kind) => {
    const { table, columns } = tables[kind];
    const also = conditions[kind] === undefined ? "" : ` and ${conditions[kind]}`;
    const text = `select ${columns} from ${table} where id < :before${also} order by id desc limit :rows`;
    return [kind, statement(`${table}.search_newest`, text, isPlannedOnce)];
  }),
);

const windowRows = 500;
/** Sorts after every text. */
const last = "\u{10ffff}";

/** @param context the database. */
export function createSearchStore(context: StoreContext): SearchStore {
  return {
    byId: (kind, prefix, limit) =>
      context.read("system", async (queries) => {
        const wanted = kind === "event" ? eventsById : byId[kind];
        const rows = await wanted.all(queries, { from: prefix, until: prefix + last, rows: limit });
        return rows.map((row) => toFound(kind, row));
      }),
    byName: (kind, text, options) => context.list("system", (read) => findByName(read, kind, { text, ...options })),
  };
}

async function findByName(
  read: ReadStep,
  kind: NamedKind,
  { text, limit, lookAtMax }: { text: string; limit: number; lookAtMax: number },
): ReturnType<SearchStore["byName"]> {
  const found = new Map<string, Found>();
  const add = (row: FoundColumns): void => {
    if (found.size < limit) found.set(row.id, toFound(kind, row));
  };
  for (const wanted of byBeginning.get(kind) ?? []) {
    for (const from of spellings(text)) {
      const range = { from, until: from + last, rows: limit };
      (await read((queries: Queries) => wanted.all(queries, range))).forEach(add);
    }
  }
  const windows = newest.get(kind);
  if (windows === undefined) return { rows: [...found.values()], isPartial: false };
  let before = last;
  for (let looked = 0; found.size < limit; looked += windowRows) {
    if (looked >= lookAtMax) return { rows: [...found.values()], isPartial: true };
    const rows = await read((queries: Queries) => windows.all(queries, { before, rows: windowRows }));
    rows.filter((row) => isNamed(toFound(kind, row), text)).forEach(add);
    before = rows.at(-1)?.id ?? "";
    if (rows.length < windowRows) break;
  }
  return { rows: [...found.values()], isPartial: false };
}

/** An index has the case of letters, so a beginning is looked for as it is usually written. */
function spellings(text: string): Set<string> {
  const lower = text.toLowerCase();
  return new Set([text, lower, text.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)]);
}

function isNamed({ kind, name, detail }: Found, text: string): boolean {
  const texts = kind === "tenant" || kind === "webhook_endpoint" ? [name, detail] : [name];
  return texts.some((one) => contains(one, text));
}

function toFound(kind: FoundKind, { id, name, detail, client_id, tenant_id }: FoundColumns): Found {
  const place = { kind, id, clientId: client_id, tenantId: tenant_id };
  if (kind !== "webhook_endpoint") return { ...place, name, detail };
  const { host } = new URL(detail);
  return { ...place, name: name === "" ? host : name, detail: host };
}

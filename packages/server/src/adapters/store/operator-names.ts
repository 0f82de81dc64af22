/** The names that the operator console shows instead of ids. */
import { sql } from "kysely";
import type { NamedIds, Names } from "../../domain/operators/port.ts";
import type { Queries } from "./context.ts";

/** Looks up names. It reads one row per id. */
export async function namesOf(queries: Queries, ids: NamedIds): Promise<Names> {
  const clients = await where(ids.clients, (some) =>
    queries
      .selectFrom("service_clients")
      .select(["id", "name"])
      .select(
        sql<number>`(select count(*) from service_clients as other where other.name = service_clients.name)`.as(
          "namesakes",
        ),
      )
      .where("id", "in", some)
      .execute(),
  );
  const tenants = await where(ids.tenants, (some) =>
    queries.selectFrom("tenants").select(["id", "display_name", "external_id"]).where("id", "in", some).execute(),
  );
  const connections = await where(ids.connections, (some) =>
    queries.selectFrom("connections").select(["id", "account_name", "provider"]).where("id", "in", some).execute(),
  );
  const keys = await where(ids.keys, (some) =>
    queries.selectFrom("service_keys").select(["id", "name"]).where("id", "in", some).execute(),
  );
  const operators = await where(ids.operators, (some) =>
    queries.selectFrom("operator_tokens").select(["id", "name"]).where("id", "in", some).execute(),
  );
  return {
    clients: new Map(clients.map(({ id, name, namesakes }) => [id, { name, isShared: namesakes > 1 }])),
    tenants: new Map(tenants.map((row) => [row.id, { displayName: row.display_name, externalId: row.external_id }])),
    connections: new Map(connections.map((row) => [row.id, { accountName: row.account_name, provider: row.provider }])),
    keys: new Map(keys.map(({ id, name }) => [id, name])),
    operators: new Map(operators.map(({ id, name }) => [id, name])),
  };
}

/** Skips the query if there are no ids. */
async function where<Row>(ids: readonly string[], look: (some: string[]) => Promise<Row[]>): Promise<Row[]> {
  const some = [...new Set(ids)].filter((id) => id !== "");
  return some.length === 0 ? [] : await look(some);
}

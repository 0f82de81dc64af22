/**
 * Statements written as SQL. The ones that run all the time are text, so that you can read them whole and paste them
 * into EXPLAIN; Kysely builds the rest.
 *
 *     const findTenant = statement<{ id: string }, TenantRow>("tenants.find", "select * from tenants where id = :id");
 *     const row = await findTenant.first(queries, { id });
 */
import { sql, type DatabaseConnection, type QueryResult, type RawBuilder } from "kysely";
import { DirectAdapter } from "../sqlite/statements.ts";
import type { Queries } from "../work.ts";

type Engine = "sqlite" | "postgres";

/** SQL with parameters as `:name`: one text for both engines, or one per engine that runs it. */
export type Sql = string | { readonly [Each in Engine]?: string };

/** A text with the engine's placeholders, and the parameter that each stands for. */
type Compiled = { readonly text: string; readonly parameters: readonly string[] };

/** A statement with its values. */
export type Call = {
  readonly name: string;
  readonly values: object;
  readonly isPlannedOnce: boolean;
  readonly forms: { readonly [Each in Engine]: Compiled };
};

/** A statement. `Values` are its parameters, `Row` is what it returns. */
export type Statement<Values extends object, Row> = {
  /** Binds values, for {@link runAll}. */
  with(values: Values): Call;
  all(queries: Queries, values: Values): Promise<Row[]>;
  first(queries: Queries, values: Values): Promise<Row | undefined>;
  changed(queries: Queries, values: Values): Promise<number>;
};

/** A database connection that runs several statements, on PostgreSQL in one round trip. */
export type Runner = DatabaseConnection & {
  /** @returns a result for each, in order. @throws the first error; outside a transaction nothing is written then. */
  runAll(calls: readonly Call[]): Promise<QueryResult<unknown>[]>;
};

/**
 * @param name the name of the prepared statement on PostgreSQL, unique and at most 63 bytes: `<table>.<what it does>`.
 * @param options.isPlannedOnce whether PostgreSQL keeps one plan for all values; see page.ts.
 */
export function statement<Values extends object, Row = never>(
  name: string,
  sql: Sql,
  { isPlannedOnce = false }: { isPlannedOnce?: boolean } = {},
): Statement<Values, Row> {
  const { sqlite = "", postgres = "" } = typeof sql === "string" ? { sqlite: sql, postgres: sql } : sql;
  const forms = { sqlite: compile(sqlite, "?"), postgres: compile(postgres, "$") };
  const bind = (values: Values): Call => ({ name, values, forms, isPlannedOnce });
  const run = async (queries: Queries, values: Values): Promise<QueryResult<Row>> => {
    const [result] = await runAll(queries, [bind(values)]);
    return result as QueryResult<Row>;
  };
  return {
    with: bind,
    all: async (queries, values) => (await run(queries, values)).rows,
    first: async (queries, values) => (await run(queries, values)).rows[0],
    changed: async (queries, values) => changedBy(await run(queries, values)),
  };
}

/** A condition with `:name` parameters for a statement that Kysely builds. */
export function boundText(text: string, values: Readonly<Record<string, unknown>>): RawBuilder<boolean> {
  const parts = text.split(parameterForm).map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${values[part]}`));
  return sql<boolean>`${sql.join(parts, sql.raw(""))}`;
}

/** How many rows were inserted, updated or deleted. */
export function changedBy(result: QueryResult<unknown> | undefined): number {
  return Number(result?.numAffectedRows ?? 0n);
}

/**
 * Runs statements in order. On PostgreSQL they take one round trip and, outside a transaction, are one.
 * @returns a result for each.
 */
export async function runAll(queries: Queries, calls: readonly Call[]): Promise<QueryResult<unknown>[]> {
  const executor = queries.getExecutor();
  const { adapter } = executor;
  if (adapter instanceof DirectAdapter && adapter.isFree)
    return calls.map((call) => adapter.run(...sent(call, "sqlite")));
  return await executor.provideConnection(async (connection) => await (connection as Runner).runAll(calls));
}

/** {@link runAll} for groups of statements. @returns the results of each group. */
export async function runGroups(
  queries: Queries,
  groups: readonly (readonly Call[])[],
): Promise<QueryResult<unknown>[][]> {
  const results = await runAll(queries, groups.flat());
  let from = 0;
  return groups.map(({ length }) => results.slice(from, (from += length)));
}

/** The text and values that a driver sends. @throws TypeError if a value is missing. */
export function sent({ name, values, forms }: Call, engine: Engine): [text: string, values: unknown[]] {
  const { text, parameters } = forms[engine];
  const given = values as Readonly<Record<string, unknown>>;
  const list = parameters.map((parameter) => {
    const value = given[parameter];
    if (value === undefined) throw new TypeError(`${name} is missing its parameter ${parameter}.`);
    return value;
  });
  return [text, list];
}

/** `:name`; `::` is a cast. */
const parameterForm = /(?<!:):(\w+)/g;

/** Replaces parameters with numbered placeholders. */
function compile(sql: string, mark: "?" | "$"): Compiled {
  const parameters: string[] = [];
  const text = sql.replaceAll(parameterForm, (_whole, name: string) => {
    if (!parameters.includes(name)) parameters.push(name);
    return `${mark}${parameters.indexOf(name) + 1}`;
  });
  return { text, parameters };
}

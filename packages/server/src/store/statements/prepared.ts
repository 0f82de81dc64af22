/**
 * Statements that are built and compiled once. Kysely builds a tree and prints it for every call; here a query is built
 * with slots where its values will stand, and a call only fills them. On PostgreSQL such a statement is also planned once
 * a connection, under its name.
 *
 *     const findTenant = prepared("tenants.find", (queries, slot: { clientId: string; tenantId: string }) =>
 *       queries.selectFrom("tenants").selectAll().where("id", "=", slot.tenantId).where("client_id", "=", slot.clientId),
 *     );
 *     const row = await findTenant.first(queries, { clientId, tenantId });
 */
import { PostgresAdapter } from "kysely";
import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from "kysely";
import { DirectAdapter } from "../sqlite/dialect.ts";
import type { Queries } from "../work.ts";

/** A statement that was compiled once. `Values` are what its slots take, `Row` what it gives. */
export type Prepared<Values, Row> = {
  readonly name: string;
  /** Every row. */
  all(queries: Queries, values: Values): Promise<Row[]>;
  /** The first row. */
  first(queries: Queries, values: Values): Promise<Row | undefined>;
  /** How many rows it inserted, updated or deleted; for a statement without `returning`. */
  changed(queries: Queries, values: Values): Promise<number>;
};

/** What a statement may depend on beside its values. */
export type PreparedEngine = {
  /** Whether rows must be locked when they are read to be relied on, as on PostgreSQL. */
  locksRows: boolean;
};

/** Stands in a query where a value will. */
class Slot {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

/** Has a slot under whatever name is asked. */
const slots: object = new Proxy({}, { get: (_target, key) => new Slot(String(key)) });

/** The names of the statements by their texts, for a driver that is handed the text. */
const names = new Map<string, string>();

/** The name of a statement of {@link prepared}; undefined for any other text. */
export function preparedName(text: string): string | undefined {
  return names.get(text);
}

/** The texts of statements that one plan serves. */
const plannedOnce = new Set<string>();

/** Whether PostgreSQL shall plan this text once for all values, and not look at those of each call. */
export function isPlannedOnce(text: string): boolean {
  return plannedOnce.has(text);
}

/**
 * A statement that is built at its first call on an engine and never again.
 * @param name its own among all, at most 63 bytes (PostgreSQL's limit for a name): `<table>.<what it does>`.
 * @param build gives the query. A slot may stand wherever Kysely takes a value of its type, as often as needed, but not
 * where it takes a list (`in`) nor where it decides what is built: those are other statements. To set or insert a column
 * only sometimes is another statement too.
 * @param options.plannedOnce whether its plan is the same for any values, so that PostgreSQL need not look for a better one:
 *   it plans anew for each call where it believes that to pay, and for a page of a listing that takes longer than the page.
 */
export function prepared<Values extends object, Row>(
  name: string,
  build: (queries: Queries, slot: Values, engine: PreparedEngine) => Compilable<Row>,
  options: { plannedOnce?: boolean } = {},
): Prepared<Values, Row> {
  // An adapter belongs to one store, and is the same in all of its transactions.
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  const compile = (queries: Queries, adapter: DialectAdapter): CompiledQuery<Row> => {
    const query = build(queries, slots as Values, { locksRows: adapter instanceof PostgresAdapter }).compile();
    compiled.set(adapter, query);
    names.set(query.sql, name);
    if (options.plannedOnce === true) plannedOnce.add(query.sql);
    return query;
  };
  const execute = (queries: Queries, values: Values): QueryResult<Row> | Promise<QueryResult<Row>> => {
    const executor = queries.getExecutor();
    const { adapter } = executor;
    const query = compiled.get(adapter) ?? compile(queries, adapter);
    const parameters = filled(name, query.parameters, values);
    if (adapter instanceof DirectAdapter && adapter.isFree)
      return adapter.run(query.sql, parameters) as QueryResult<Row>;
    return executor.executeQuery<Row>({ ...query, parameters });
  };
  // What is there already is not waited for: that would be a turn of the queue of promises for each statement.
  const executed = async <Result>(
    queries: Queries,
    values: Values,
    read: (result: QueryResult<Row>) => Result,
  ): Promise<Result> => {
    const result = execute(queries, values);
    return read(result instanceof Promise ? await result : result);
  };
  return {
    name,
    all: (queries, values) => executed(queries, values, ({ rows }) => rows),
    first: (queries, values) => executed(queries, values, ({ rows }) => rows[0]),
    changed: (queries, values) => executed(queries, values, ({ numAffectedRows = 0n }) => Number(numAffectedRows)),
  };
}

/** @throws TypeError for a value that is missing. */
function filled(name: string, parameters: readonly unknown[], values: object): unknown[] {
  return parameters.map((parameter) => {
    if (!(parameter instanceof Slot)) return parameter;
    const value = (values as Readonly<Record<string, unknown>>)[parameter.key];
    if (value === undefined) throw new TypeError(`${name} is given no ${parameter.key}.`);
    return value;
  });
}

/** The slots of these columns, for a whole row in `values(…)` or `set(…)`. */
export function slotsFor<Values extends object, Name extends keyof Values>(
  slot: Values,
  columns: readonly Name[],
): Pick<Values, Name> {
  return Object.fromEntries(columns.map((column) => [column, slot[column]])) as Pick<Values, Name>;
}

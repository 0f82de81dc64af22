/**
 * Sends several queries of `pg` in one round trip, with one Sync at the end. Outside a transaction they are one
 * transaction, and if one fails, none after it runs
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 *
 * A batch is what `pg` calls a submittable, like pg-cursor and pg-query-stream. Values, rows and the names of prepared
 * statements are left to `pg`. Its optional pipeline mode ends each query with a Sync of its own, which costs two
 * packets per query and a fifth of a claim's processor time (docs/decisions).
 */
import {
  Query,
  type ClientBase,
  type Connection,
  type QueryConfig,
  type QueryResult,
  type Submittable,
  types,
} from "pg";

/** Sends one or more queries together. @returns a result for each. @throws what pg throws for the first that fails. */
export function sendTogether(client: ClientBase, queries: readonly QueryConfig[]): Promise<QueryResult[]> {
  return new Promise((resolve, reject) => {
    const batch = new Batch(queries);
    batch.callback = (error) => (error === null ? resolve(batch.results) : reject(error));
    client.query(batch);
  });
}

/** What a client of `pg` calls on the query that is being answered (pg/lib/client.js), beyond the published types. */
type ActiveQuery = Omit<Query, "submit"> & {
  /** @returns an error if the query is invalid and wasn't sent. */
  submit(connection: Connection): Error | null;
  readonly name: string | undefined;
  readonly text: string;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
};

type Names = { submittedNamedStatements: Record<string, string> };

class Batch implements Submittable {
  readonly results: QueryResult[] = [];
  /** Called once. The client wraps it to enforce its time limit. */
  callback: (error: Error | null) => void = () => undefined;
  readonly #queries: readonly ActiveQuery[];
  #completed = 0;
  #mistake: Error | undefined;

  constructor(configs: readonly QueryConfig[]) {
    const add = (error: Error | null | undefined, result: unknown): void => {
      if (error) this.#mistake = error;
      else this.results.push(result as QueryResult);
    };
    this.#queries = configs.map((config) => {
      const extended = { ...config, types: parsers, queryMode: "extended" } as QueryConfig;
      return new Query(extended, add) as unknown as ActiveQuery;
    });
  }

  submit(connection: Connection): void {
    const withoutSync = Object.create(connection, { sync: { value: () => undefined } }) as Connection;
    connection.stream.cork();
    for (const query of this.#queries) this.#mistake ??= query.submit(withoutSync) ?? undefined;
    // A batch that wasn't sent whole must not take effect.
    if (this.#mistake === undefined) connection.sync();
    else connection.stream.destroy(this.#mistake);
    connection.stream.uncork();
  }

  /** The client records a prepared statement by the name and text of the active query. */
  get name(): string | undefined {
    return this.#active?.name;
  }

  get text(): string | undefined {
    return this.#active?.text;
  }

  handleRowDescription(message: unknown): void {
    this.#active?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#active?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#active?.handleCommandComplete(message, connection);
    this.#completed += 1;
  }

  handleEmptyQuery(): void {
    this.#completed += 1;
  }

  handleReadyForQuery(connection: Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection);
    this.callback(null);
  }

  handleError(error: Error, connection: Connection): void {
    // The queries after it weren't parsed.
    const { submittedNamedStatements } = connection as Connection & Names;
    for (const { name } of this.#queries.slice(this.#completed))
      if (name !== undefined) delete submittedNamedStatements[name];
    this.callback(error);
  }

  get #active(): ActiveQuery | undefined {
    return this.#queries[this.#completed];
  }
}

const int8Oid = 20;
const byteaOid = 17;

// pg's types list only the OIDs of built-in types, but a result can contain any.
const builtinParserOf = types.getTypeParser as (oid: number, format: "text" | "binary") => unknown;

/** The parser of a type: int8 becomes a number and bytea a Uint8Array; the rest is left to `pg`. */
export function parserOf(oid: number, format?: "text" | "binary"): (value: string | Buffer) => unknown {
  if (oid === int8Oid) return Number;
  const parser = builtinParserOf(oid, format ?? "text") as (value: string | Buffer) => unknown;
  // A Uint8Array, as from SQLite, not a Buffer. `pg` reads both values of bytea_output, which can change at any time.
  if (oid === byteaOid) return (value) => Uint8Array.from(parser(value) as Buffer);
  return parser;
}

/** The parsers in the form that `pg` accepts. */
export const parsers = { getTypeParser: parserOf };

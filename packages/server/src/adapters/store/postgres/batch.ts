/**
 * Several queries of `pg` in one round trip, with one Sync at their end: outside a transaction they are one, and behind one
 * that fails none runs (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 *
 * It is what `pg` calls a submittable, as pg-cursor and pg-query-stream are. Values, rows and the names of prepared statements
 * are `pg`'s own business. Its pipeline mode, which is an option, ends each query with a Sync of its own: that costs two
 * packets per query and a fifth of a claim's processor time (docs/decisions).
 */
import { Query } from "pg";
import type { ClientBase, Connection, QueryConfig, QueryResult, Submittable } from "pg";
import { parsers } from "./value-parsers.ts";

/** Sends queries, at least one, together. @returns a result for each. @throws what pg throws of the first that fails. */
export function sendTogether(client: ClientBase, queries: readonly QueryConfig[]): Promise<QueryResult[]> {
  return new Promise((resolve, reject) => {
    const batch = new Batch(queries);
    batch.callback = (error) => (error === null ? resolve(batch.results) : reject(error));
    client.query(batch);
  });
}

/** What a client of `pg` asks of the query whose answers come in (pg/lib/client.js), beyond its published types. */
type ActiveQuery = Omit<Query, "submit"> & {
  /** @returns a mistake in the query, which was not sent then. */
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
  /** Called once. The client wraps it for its time limit. */
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
    // What was not sent whole must not take effect.
    if (this.#mistake === undefined) connection.sync();
    else connection.stream.destroy(this.#mistake);
    connection.stream.uncork();
  }

  /** The client notes which statement it has parsed by the active query's name and text. */
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
    // Those behind it were not parsed.
    const { submittedNamedStatements } = connection as Connection & Names;
    for (const { name } of this.#queries.slice(this.#completed))
      if (name !== undefined) delete submittedNamedStatements[name];
    this.callback(error);
  }

  get #active(): ActiveQuery | undefined {
    return this.#queries[this.#completed];
  }
}

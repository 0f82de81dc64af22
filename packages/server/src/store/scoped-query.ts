/**
 * Sends a statement with the setting that its transaction needs, in one round trip. In the extended protocol everything
 * up to a Sync is one transaction (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY),
 * so the setting goes ahead of the statement, without a Sync of its own, and ends with it.
 */
import { Query } from "pg";
import type { Client, CustomTypesConfig, PoolClient, QueryResult } from "pg";
import type { ScopeSetting } from "./scope.ts";

/** The part of pg's connection that is used here; its published types ask for arguments that it does not take. */
type Wire = {
  stream: { cork(): void; uncork(): void };
  parse(message: { text: string }): void;
  bind(message: { values: string[] }): void;
  execute(message: object): void;
};

/** What a client calls on the query that it runs, as the messages come in (pg/lib/client.js). */
type Handlers = {
  callback: (error: Error | null, result: QueryResult) => void;
  submit(wire: Wire): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleEmptyQuery(wire: Wire): void;
  handlePortalSuspended(wire: Wire): void;
  handleCopyInResponse(wire: Wire): void;
  handleCopyData(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
};

const setStatement = "select set_config($1, $2, true)";

/** A statement behind its setting: the setting's answer is dropped, everything else is the statement's. */
class ScopedQuery implements Handlers {
  readonly #setting: ScopeSetting;
  readonly #statement: Handlers;
  #isSet = false;

  constructor(setting: ScopeSetting, statement: Handlers) {
    this.#setting = setting;
    this.#statement = statement;
  }

  get callback() {
    return this.#statement.callback;
  }

  // The client puts its own around this one, for its time limit.
  set callback(callback) {
    this.#statement.callback = callback;
  }

  submit(wire: Wire): Error | null {
    wire.stream.cork();
    try {
      wire.parse({ text: setStatement });
      wire.bind({ values: [this.#setting.name, this.#setting.value] });
      wire.execute({});
      return this.#statement.submit(wire);
    } finally {
      wire.stream.uncork();
    }
  }

  handleDataRow(message: unknown): void {
    if (this.#isSet) this.#statement.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#isSet) this.#statement.handleCommandComplete(message, wire);
    this.#isSet = true;
  }

  handleRowDescription(message: unknown): void {
    this.#statement.handleRowDescription(message);
  }

  handleEmptyQuery(wire: Wire): void {
    this.#statement.handleEmptyQuery(wire);
  }

  handlePortalSuspended(wire: Wire): void {
    this.#statement.handlePortalSuspended(wire);
  }

  handleCopyInResponse(wire: Wire): void {
    this.#statement.handleCopyInResponse(wire);
  }

  handleCopyData(message: unknown, wire: Wire): void {
    this.#statement.handleCopyData(message, wire);
  }

  handleError(error: Error, wire: Wire): void {
    this.#statement.handleError(error, wire);
  }

  handleReadyForQuery(wire: Wire): void {
    this.#statement.handleReadyForQuery(wire);
  }
}

/** Runs one statement, which is a transaction by itself, under a setting. @throws what pg throws. */
export function queryUnder(
  client: PoolClient,
  setting: ScopeSetting,
  statement: { text: string; values: unknown[]; types: CustomTypesConfig },
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    // A simple query would be a transaction of its own, also where there are no values.
    const query = new Query({ ...statement, queryMode: "extended" } as ConstructorParameters<typeof Query>[0]);
    const scoped = new ScopedQuery(setting, query as unknown as Handlers);
    scoped.callback = (error, result) => {
      if (error === null) resolve(result);
      else reject(error);
    };
    client.query(scoped as unknown as Query);
  });
}

/** Begins a transaction under a setting, in one simple query. @throws what pg throws. */
export async function beginUnder(client: PoolClient, setting: ScopeSetting): Promise<void> {
  const quoted = (text: string): string => (client as PoolClient & Pick<Client, "escapeLiteral">).escapeLiteral(text);
  await client.query(`begin; select set_config(${quoted(setting.name)}, ${quoted(setting.value)}, true)`);
}

/**
 * Statements that go to PostgreSQL together, in one round trip, by the extended protocol
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY). Everything up to the one Sync
 * at their end is one transaction, unless they begin or end one themselves; where one fails, those behind it do not run.
 *
 * A statement with a name is parsed once a connection, and planned anew only where PostgreSQL finds that better.
 */
import type { PoolClient, Query } from "pg";

/** A statement with its values. */
export type Statement = {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Its name, one text a name; undefined for one that is parsed each time. */
  readonly name: string | undefined;
};

/** What a statement gave, as Kysely's driver takes it. */
export type Outcome = { command: string; rowCount: number; rows: Record<string, unknown>[] };

/** Sends statements, at least one, and gives what each gave. @throws what pg throws. */
export type Exchange = (statements: readonly Statement[]) => Promise<Outcome[]>;

/** Reads a value's text by the number of its type. */
export type ParserOf = (typeOid: number) => (text: string) => unknown;

type Column = { name: string; parse: (text: string) => unknown };

/**
 * What the server of a connection knows by name: the columns that each gives. Null for a name whose parsing was asked for in
 * an exchange that failed; whether it is known cannot be told.
 */
type Known = Map<string, readonly Column[] | null>;

const knownBy = new WeakMap<PoolClient, Known>();

/** @param client from a pool, and nobody else's while statements run. */
export function createExchange(client: PoolClient, parserOf: ParserOf): Exchange {
  const known: Known = knownBy.get(client) ?? new Map();
  knownBy.set(client, known);
  return (statements) =>
    new Promise((resolve, reject) => {
      const bound = statements.map(({ text, values, name }) => ({ text, name, values: values.map(wireValue) }));
      const running = new Running(bound, known, parserOf);
      running.callback = (error, outcomes) => {
        if (error === null) resolve(outcomes ?? []);
        else reject(error);
      };
      client.query(running as unknown as Query);
    });
}

/** A statement with its values in the form that goes over the wire. */
type Bound = Statement & { readonly values: readonly (string | Buffer | null)[] };

/** The part of pg's connection that is used here; its published types ask for arguments that it does not take. */
type Wire = {
  stream: { cork(): void; uncork(): void };
  parse(message: { text: string; name: string }): void;
  bind(message: { statement: string; values: readonly (string | Buffer | null)[] }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: object): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
};

/** Something that pg's client submits and hands the messages to that come in (pg/lib/client.js). */
class Running {
  /** The client puts its own around this one, for its time limit. */
  callback: (error: Error | null, outcomes?: Outcome[]) => void = () => undefined;
  readonly #statements: readonly Bound[];
  readonly #known: Known;
  readonly #parserOf: ParserOf;
  readonly #outcomes: Outcome[] = [];
  #columns: readonly Column[] | null = null;
  #rows: Record<string, unknown>[] = [];

  constructor(statements: readonly Bound[], known: Known, parserOf: ParserOf) {
    this.#statements = statements;
    this.#known = known;
    this.#parserOf = parserOf;
  }

  submit(wire: Wire): Error | null {
    wire.stream.cork();
    try {
      for (const statement of this.#statements) this.#send(wire, statement);
      wire.sync();
      return null;
    } finally {
      wire.stream.uncork();
    }
  }

  #send(wire: Wire, { name = "", text, values }: Bound): void {
    const columns = this.#known.get(name);
    if (columns === null) wire.close({ type: "S", name });
    if (name === "" || columns === undefined || columns === null) {
      wire.parse({ text, name });
      if (name !== "") this.#known.set(name, null);
    }
    wire.bind({ statement: name, values });
    if (columns === undefined || columns === null) wire.describe({ type: "P", name: "" });
    wire.execute({});
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#columns ??= this.#known.get(this.#current?.name ?? "") ?? [];
    const row: Record<string, unknown> = {};
    for (let index = 0; index < this.#columns.length; index += 1) {
      const column = this.#columns[index];
      const value = fields[index] ?? null;
      if (column !== undefined) row[column.name] = value === null ? null : column.parse(value);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const name = this.#current?.name;
    // It ran, so its name stands for it; what gave no description gives no rows.
    if (name !== undefined && (this.#known.get(name) ?? null) === null) this.#known.set(name, this.#columns ?? []);
    // `INSERT 0 1`, `UPDATE 1`, `SELECT 1`, `COMMIT`.
    const words = text.split(" ");
    const rowCount = words.length > 1 ? Number(words.at(-1)) : 0;
    this.#outcomes.push({ command: words[0] ?? "", rowCount, rows: this.#rows });
    this.#rows = [];
    this.#columns = null;
  }

  /** What has no words, such as a comment, gives nothing. */
  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#outcomes);
  }

  handleError(error: Error): void {
    if ("code" in error && isStale(error.code)) for (const name of this.#known.keys()) this.#known.set(name, null);
    this.callback(error);
  }

  get #current(): Bound | undefined {
    return this.#statements[this.#outcomes.length];
  }
}

/**
 * Whether a statement that was prepared is not what it was: its result has other columns since a migration (0A000), or the
 * server is another one behind a pooler, which does not know it (26000) or knows it already (42P05). It has not run, and the
 * next exchange parses it anew.
 */
function isStale(code: unknown): boolean {
  return code === "0A000" || code === "26000" || code === "42P05";
}

/** A value in PostgreSQL's text form, bytes as they are. @throws TypeError for what no column of ours takes. */
function wireValue(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Uint8Array) return bufferOn(value);
  if (Array.isArray(value)) return `{${value.map(arrayItem).join(",")}}`;
  throw new TypeError("A statement was given a value that no column takes.");
}

/** The same bytes, not copied. */
function bufferOn({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function arrayItem(item: unknown): string {
  if (item === null) return "NULL";
  if (typeof item === "string") return quoted(item);
  if (typeof item === "number" || typeof item === "bigint") return String(item);
  // https://www.postgresql.org/docs/current/datatype-binary.html#DATATYPE-BINARY-BYTEA-HEX-FORMAT
  if (item instanceof Uint8Array) return `"\\\\x${bufferOn(item).toString("hex")}"`;
  throw new TypeError("A statement was given a list that no column takes.");
}

// Control characters and surrogates, which JSON may write otherwise than as they are.
const unlikeJson = /[^ -\uD7FF\uE000-\uFFFF]/;

/** Between quotation marks, a backslash before each of those and of these within: as JSON does it, which is much faster. */
function quoted(text: string): string {
  if (!text.includes('"') && !text.includes("\\")) return `"${text}"`;
  return unlikeJson.test(text) ? `"${text.replaceAll(/["\\]/g, "\\$&")}"` : JSON.stringify(text);
}

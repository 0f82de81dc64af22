/**
 * PostgreSQL settings that change what a statement means, what its result looks like or how it ends. A role, a database
 * or the server may have any value for them (ALTER ROLE … SET), so each new session gets the values that svc's
 * statements are written for. A session's own value outlasts a reload of the server's configuration.
 *
 * Behind a pooler a session is lent to others, so nothing can be set in it. There the values must already be right.
 */
import type { Client } from "pg";
import { StoreError } from "../errors.ts";

/** Time limits of a session's statements, in milliseconds; 0 for none. */
export type SessionLimits = {
  /** A statement. One of a server takes milliseconds, and its caller needs an error; a command may read for hours. */
  statementMs: number;
  /** Waiting for a lock. */
  lockMs: number;
  /** A transaction between two statements. */
  idleMs: number;
};

/** Values under which a statement would do something else, or would be refused. */
const meaning = {
  row_security: "on",
  default_transaction_isolation: "read committed",
  default_transaction_deferrable: "off",
  standard_conforming_strings: "on",
  transform_null_equals: "off",
} as const;

/** How values are written and read, and what ends a session. Behind a pooler svc works with any of them. */
const form = {
  bytea_output: "hex",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  extra_float_digits: "1",
  array_nulls: "on",
  backslash_quote: "safe_encoding",
  escape_string_warning: "on",
  quote_all_identifiers: "off",
  check_function_bodies: "on",
  exit_on_error: "off",
  // A warning can mean that a commit is not confirmed (dialect.ts).
  client_min_messages: "warning",
  idle_session_timeout: "0",
  transaction_timeout: "0",
} as const;

/** Only a superuser may change it, even back. Otherwise triggers, which guard the audit trail, don't run. */
const guarded = { session_replication_role: "origin" } as const;

/** Settings of new sessions that svc can't work with and can't change. */
export class SettingsError extends StoreError {
  override name = "SettingsError";
  /** What is wrong and how to fix it: one sentence. */
  readonly advice: string;

  constructor(advice: string) {
    super("SETTINGS", false);
    this.advice = advice;
  }
}

type Facts = { pid: number; schema: string | null } & Record<"meaning" | "guarded", Wrong[]>;
type Wrong = { name: string; value: string };

/** How new sessions of one pool are prepared. The schema is the one that the first session found. */
export type Preparing = { readonly limits: SessionLimits; schema: string | null };

/**
 * Gives a new session the values that the statements need.
 * @throws SettingsError if it has others that can't be changed; otherwise what pg throws.
 */
export async function prepareSession(client: Client, preparing: Preparing): Promise<void> {
  const { rows } = await client.query<Facts>(factsText);
  const [facts] = rows;
  if (facts === undefined) return;
  const wrong = facts.guarded?.[0];
  if (wrong !== undefined) throw new SettingsError(refusal(wrong, guarded, "which only a superuser can change"));
  if (isPooled(client, facts.pid)) {
    const [altered] = facts.meaning;
    if (altered !== undefined)
      throw new SettingsError(refusal(altered, meaning, "and svc can't set it behind a pooler"));
  }
  if (facts.schema === null) throw new SettingsError(noSchema);
  preparing.schema ??= facts.schema;
  if (!isPooled(client, facts.pid)) await client.query(setText(preparing));
  else if (facts.schema !== preparing.schema) throw new SettingsError(otherSchema(facts.schema));
}

/** A pooler makes up the number of the process that serves a connection, because there are many. */
function isPooled(client: Client, pid: number): boolean {
  // Not in the published types (pg/lib/client.js).
  const { processID } = client as Client & { readonly processID?: number | null };
  return typeof processID === "number" && processID !== pid;
}

// A setting that this version of PostgreSQL doesn't have is null, and stays as it is.
const differing = (values: Readonly<Record<string, string>>): string =>
  `coalesce((select json_agg(json_build_object('name', name, 'value', current_setting(name, true)) order by name)
    from (values ${pairs(values)}) as needed (name, value) where current_setting(name, true) <> value), '[]')`;

const factsText = `select pg_backend_pid() as pid, current_schema()::text as schema, ${differing(meaning)} as meaning,
  ${differing(guarded)} as guarded`;

function setText({ limits, schema }: Preparing): string {
  const values = {
    ...meaning,
    ...form,
    statement_timeout: String(limits.statementMs),
    lock_timeout: String(limits.lockMs),
    idle_in_transaction_session_timeout: String(limits.idleMs),
    search_path: quotedName(schema ?? ""),
  };
  return `select set_config(name, value, false) from (values ${pairs(values)}) as needed (name, value)
    where current_setting(name, true) <> value`;
}

function pairs(values: Readonly<Record<string, string>>): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  return Object.entries(values)
    .map(([name, value]) => `(${quoted(name)}, ${quoted(value)})`)
    .join(", ");
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function refusal({ name, value }: Wrong, needed: Readonly<Record<string, string>>, why: string): string {
  return (
    `PostgreSQL starts this user's sessions with ${name} = ${value}, ${why}: set it to ${needed[name]} where it was ` +
    "changed, with ALTER ROLE, ALTER DATABASE or ALTER SYSTEM."
  );
}

const noSchema =
  "No schema in PostgreSQL's search_path exists, so there is no place for tables: create the schema, or set search_path " +
  "with ALTER ROLE.";

function otherSchema(schema: string): string {
  return `PostgreSQL's search_path now leads to the schema ${schema}: set it back with ALTER ROLE, or restart the server.`;
}

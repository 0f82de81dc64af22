/**
 * Work on the database: how durable it is, and its scope, which is the rows that it may use. On PostgreSQL, row-level
 * security (schema/table.ts) hides all others from its transaction. SQLite has no row-level security.
 */
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";
import { AsyncLocalStorage } from "node:async_hooks";

/** The database or a transaction on it. */
export type Queries = Kysely<Tables>;

/** Work on the database. `repeated` means that a first run may already have written. */
export type Work<T> = (queries: Queries, repeated: boolean) => Promise<T>;

/**
 * Whether a commit waits for the disk. An `async` commit survives a crash of this process, but not necessarily one of
 * the machine.
 */
export type Durability = "synced" | "async";

/** Runs work in a transaction, and resolves with its result after the commit. */
export type RunCommitted = <T>(work: Work<T>, options?: { durability?: Durability }) => Promise<T>;

/**
 * - `client`: all rows of a service client.
 * - `subject`: one tenant, connection, session, flow or execution, by id, and the rows that belong to it.
 * - `system`: every row, for work that spans clients on purpose.
 * - `none`: no row that belongs to a client.
 */
export type Scope = { readonly client: string } | { readonly subject: string } | "system" | "none";

/** Holds the scope of the work in progress, because a pool can't tell which work it lends a connection to. */
export type Scopes = {
  /** Runs the work in a scope. @param changes whether the work may change rows that don't belong to a client. */
  run<T>(scope: Scope, work: () => Promise<T>, changes?: "changes"): Promise<T>;
  /** The setting that a statement's transaction needs; null if it has no scope and changes nothing. */
  setting(): ScopeSetting | null;
};

/** A setting that the row-level security policies read. */
export type ScopeSetting = { readonly name: string; readonly value: string };

type Entry = { readonly scope: Scope; readonly changes: boolean };

const outside: Entry = { scope: "none", changes: false };

/** No policy reads this one. It is set for the other settings that a writing transaction needs along with it. */
const noScope: ScopeSetting = { name: "svc.no_scope", value: "on" };

/** Creates the scopes of one store. */
export function createScopes(): Scopes {
  const storage = new AsyncLocalStorage<Entry>();
  return {
    run: (scope, work, changes) => storage.run({ scope, changes: changes !== undefined }, work),
    setting() {
      const { scope, changes } = storage.getStore() ?? outside;
      if (scope === "none") return changes ? noScope : null;
      if (scope === "system") return { name: "svc.system", value: "on" };
      if ("client" in scope) return { name: "svc.client_id", value: scope.client };
      return { name: "svc.subject_id", value: scope.subject };
    },
  };
}

/**
 * What a piece of work on the database is about. On PostgreSQL its transaction sees nothing else (row-level security,
 * schema/postgres); SQLite has no such thing.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/**
 * A service client: all of its rows. A subject, by its id: one tenant, connection, session, flow or execution, with what
 * hangs on it. `system`: every row, for what acts across clients by intent. `none`: no row that belongs to a client.
 */
export type Scope = { readonly client: string } | { readonly subject: string } | "system" | "none";

/** The scope of the work under way. It is kept beside the work, for a pool knows not for whom it lends a connection. */
export type Scopes = {
  /** Runs the work in a scope. @param changes whether the work may change rows that belong to no client. */
  run<T>(scope: Scope, work: () => Promise<T>, changes?: "changes"): Promise<T>;
  /** The settings that a statement's transaction needs; null if it needs none: it is in no scope and changes nothing. */
  setting(): ScopeSetting | null;
};

/** A setting that the row-level security policies read. */
export type ScopeSetting = { readonly name: string; readonly value: string };

type Entry = { readonly scope: Scope; readonly changes: boolean };

const outside: Entry = { scope: "none", changes: false };

/** No policy reads it: it only carries what else a transaction that changes something has to set. */
const noScope: ScopeSetting = { name: "svc.no_scope", value: "on" };

/** Makes the scopes of one store. */
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

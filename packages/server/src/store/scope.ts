/**
 * What a piece of work on the database is about. On PostgreSQL its transaction sees nothing else (row-level security,
 * migration 5); SQLite knows no such thing.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Mark, Marked } from "../listing/marks.ts";

/**
 * A service client: all of its rows. A subject, by its id: one tenant, connection, session, flow or execution, with what
 * hangs on it. `system`: every row, for what acts across clients by intent. `none`: no row that belongs to a client.
 */
export type Scope = { readonly client: string } | { readonly subject: string } | "system" | "none";

/** The scope of the work under way. It is kept beside the work, for a pool knows not for whom it lends a connection. */
export type Scopes = {
  /** Runs the work in a scope. @param commit what its commits wait for; `disk` where it is left out. */
  run<T>(scope: Scope, work: () => Promise<T>, commit?: Commit): Promise<T>;
  /** The setting that a statement's transaction needs; null where it needs none, as outside of any scope. */
  setting(): ScopeSetting | null;
  /** Runs work, and gives the mark that all of its statements had; null where they had several, or one had none. */
  marked<T>(work: () => Promise<T>): Promise<Marked<T>>;
  /** Takes the mark of each statement of the work under way; null where nobody wants to know. */
  marks(): Set<Mark> | null;
};

/** What a commit is answered after: the disk's confirmation, or PostgreSQL's word, which is lost where it dies at once. */
export type Commit = "disk" | "word";

/** A setting of migration 5's policies, and what the transaction's commit waits for. */
export type ScopeSetting = { readonly name: string; readonly value: string; readonly commit: Commit };

type Entry = { readonly scope: Scope; readonly commit: Commit; readonly marks: Set<Mark> | null };

const outside: Entry = { scope: "none", commit: "disk", marks: null };

/** Makes the scopes of one store. */
export function createScopes(): Scopes {
  const storage = new AsyncLocalStorage<Entry>();
  const now = (): Entry => storage.getStore() ?? outside;
  return {
    run: (scope, work, commit = "disk") => storage.run({ scope, commit, marks: now().marks }, work),
    async marked(work) {
      const marks = new Set<Mark>();
      const value = await storage.run({ ...outside, marks }, work);
      const [mark = null, ...others] = marks;
      return { value, mark: others.length === 0 ? mark : null };
    },
    marks: () => now().marks,
    setting() {
      const { scope, commit } = now();
      if (scope === "none") return null;
      if (scope === "system") return { name: "svc.system", value: "on", commit };
      if ("client" in scope) return { name: "svc.client_id", value: scope.client, commit };
      return { name: "svc.subject_id", value: scope.subject, commit };
    },
  };
}

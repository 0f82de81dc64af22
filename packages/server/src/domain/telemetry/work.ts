/**
 * The work in progress: the ids for its log lines, and the parent of its spans. It follows asynchronous calls, so
 * nothing between an entry point and an exchange has to pass it on.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "./port.ts";

/** The known ids for a unit of work. Nothing else about it is logged this way. */
export type WorkIds = {
  requestId?: string;
  tenant_id?: string;
  connection_id?: string;
  execution_id?: string;
  trace_id?: string;
};

/** A unit of work. Ids that become known later are added to `ids`. */
export type Work = { readonly ids: WorkIds; readonly span: Span };

/** The work in progress. */
export type WorkScope = {
  run<T>(work: Work, run: () => T): T;
  /** Null outside any work, for example in a timer. */
  current(): Work | null;
};

/** Creates the scope of one process. */
export function createWorkScope(): WorkScope {
  const storage = new AsyncLocalStorage<Work>();
  return { run: (work, run) => storage.run(work, run), current: () => storage.getStore() ?? null };
}

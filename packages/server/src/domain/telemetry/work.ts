/**
 * What is being worked on: the ids that every log line of it carries, and the span that its own spans hang on. It goes with
 * the work by itself, so that nothing between a door and an exchange has to hand it on.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "./port.ts";

/** The ids of a piece of work, as far as they are known; nothing else of it is ever logged this way. */
export type WorkIds = {
  requestId?: string;
  tenant_id?: string;
  connection_id?: string;
  execution_id?: string;
  trace_id?: string;
};

/** A piece of work: what is learnt of it later is written into `ids`. */
export type Work = { readonly ids: WorkIds; readonly span: Span };

/** The work under way. */
export type WorkScope = {
  run<T>(work: Work, run: () => T): T;
  /** Null outside of any, as in a timer. */
  current(): Work | null;
};

/** Makes the scope of one process. */
export function createWorkScope(): WorkScope {
  const storage = new AsyncLocalStorage<Work>();
  return { run: (work, run) => storage.run(work, run), current: () => storage.getStore() ?? null };
}

/** Counts how Connect sessions end, in the process that ends them. */
import type { ConnectSessionStore } from "../../domain/connect-sessions/port.ts";
import type { Metrics } from "../../domain/telemetry/port.ts";

/** Wraps the store. Sessions that the sweep expires are counted by the sweeper. */
export function countSessions(
  store: ConnectSessionStore,
  { connectSession }: Pick<Metrics, "connectSession">,
): ConnectSessionStore {
  return {
    ...store,
    async complete(sessionId, completion, by) {
      const isDone = await store.complete(sessionId, completion, by);
      if (isDone) connectSession("completed");
      return isDone;
    },
    async end(sessionId, status, errorCode, at, why) {
      const isDone = await store.end(sessionId, status, errorCode, at, why);
      if (isDone) connectSession(status);
      return isDone;
    },
    async reject(sessionId, limit, at, rejection) {
      const count = await store.reject(sessionId, limit, at, rejection);
      if (count === limit) connectSession("failed");
      return count;
    },
  };
}

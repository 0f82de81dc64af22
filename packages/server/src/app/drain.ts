/** Waits for work in flight when the server stops. */
import { setTimeout as pause } from "node:timers/promises";
import { waitAtMost } from "../domain/clock/wait-at-most.ts";
import type { RequestTracker } from "../entry/rest/request-tracker.ts";
import type { Apps } from "./routes.ts";

/** How long a stop waits for requests in flight, beyond the longest provider call, in milliseconds. */
export const drainExtraMs = 5000;

/** Waits for load balancers, which send requests until their next readiness probe even if nothing is in flight now. */
export async function drainGrace(requests: RequestTracker, graceMs: number, abort: AbortSignal): Promise<void> {
  if (requests.hasReadinessProbe()) await pause(graceMs, undefined, { signal: abort }).catch(() => undefined);
  else await requests.idle(graceMs, abort);
}

/** Closes every listener; connections that are still open after {@link drainExtraMs} are cut off. */
export async function closeApps({ app, connectApp, adminApp }: Apps): Promise<void> {
  const apps = [...new Set([app, connectApp, ...(adminApp === null ? [] : [adminApp])])];
  await waitAtMost(Promise.all(apps.map((one) => one.close())), drainExtraMs);
  // For Node.js, a connection that never sent a request isn't idle and would keep the process alive for a minute.
  for (const { server } of apps) server.closeAllConnections();
}

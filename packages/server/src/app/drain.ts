/** Waits for work in flight when the server stops. */
import { setTimeout as pause } from "node:timers/promises";
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
  await withinMs(Promise.all(apps.map((one) => one.close())), drainExtraMs);
  // For Node.js, a connection that never sent a request isn't idle and would keep the process alive for a minute.
  for (const { server } of apps) server.closeAllConnections();
}

/** Waits for the work, at most that long. */
export async function withinMs(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}

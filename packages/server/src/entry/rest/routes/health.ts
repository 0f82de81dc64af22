/** Liveness and readiness, without detail for strangers. */
import { operations, type Readiness as ReadinessResponse } from "@svc/contract";
import type { Readiness } from "../readiness.ts";
import { servePublic, type RouteDeps } from "../routes.ts";

/** Dependencies of the routes. */
export type Health = { sandbox: boolean; readiness: Readiness };

/** Registers the routes. */
export function serveHealth(deps: Pick<RouteDeps, "app">, { sandbox, readiness }: Health): void {
  const headers = { "cache-control": "no-store" };
  servePublic({ ...deps, group: "health" }, operations.getHealth, () => ({ body: { status: "ok" }, headers }));
  servePublic({ ...deps, group: "health" }, operations.getReadiness, async () => {
    const { ready } = await readiness();
    const body: ReadinessResponse = { status: ready ? "ready" : "not_ready", sandbox };
    return { status: ready ? 200 : 503, body, headers };
  });
}

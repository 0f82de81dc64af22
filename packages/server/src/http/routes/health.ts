/** Liveness and readiness, without detail for strangers. */
import { operations, type Readiness } from "@svc/contract";
import { servePublic, type RouteDeps } from "../routes.ts";

/** What readiness asks. */
export type HealthChecks = { sandbox: boolean; checks: () => Promise<Readiness["checks"]> };

/** Registers the routes. */
export function serveHealth(deps: Pick<RouteDeps, "app">, health: HealthChecks): void {
  const headers = { "cache-control": "no-store" };
  servePublic(deps, operations.getHealth, () => ({ body: { status: "ok" }, headers }));
  servePublic(deps, operations.getReadiness, async () => {
    const checks = await health.checks();
    const ready = Object.values(checks).every(Boolean);
    const body: Readiness = { status: ready ? "ready" : "not_ready", sandbox: health.sandbox, checks };
    return { status: ready ? 200 : 503, body, headers };
  });
}

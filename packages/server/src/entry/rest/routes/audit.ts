/** The calling service client's audit trail. */
import { operations } from "@svc/contract";
import type { AuditEvents } from "../../../domain/journal/trail.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";

/** Registers the route. */
export function serveAudit(deps: RouteDeps, services: { auditEvents: AuditEvents }): void {
  serveCaller(deps, operations.listAuditEvents, async (context) => ({
    body: await services.auditEvents.list(context.caller, context.query()),
  }));
}

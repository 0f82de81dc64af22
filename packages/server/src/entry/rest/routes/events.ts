/** The calling service client's event log. */
import { operations } from "@svc/contract";
import type { Events } from "../../../domain/journal/events.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";

/** Registers the routes. */
export function serveEvents(deps: RouteDeps, { events }: { events: Events }): void {
  serveCaller(deps, operations.listEvents, async (context) => ({
    body: await events.list(context.caller, context.query()),
  }));
  serveCaller(deps, operations.getEvent, async ({ caller, params }) => ({
    body: await events.get(caller, params.event_id),
  }));
}

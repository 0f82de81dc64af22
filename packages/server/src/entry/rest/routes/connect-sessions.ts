/** Connect sessions, for service clients. The hosted page uses frontend.ts. */
import { operations, type ConnectSession } from "@svc/contract";
import type { ConnectSessions } from "../../../domain/connect-sessions/sessions.ts";
import { createIdempotently, type KeyDeps } from "../../../domain/idempotency/run-idempotently.ts";
import { listForTenant, type Tenants } from "../../../domain/tenants/tenants.ts";
import { type CallerFacts, toReply, requiredKey } from "../context.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";

/** The services behind the routes. */
export type ConnectSessionServices = { connectSessions: ConnectSessions; tenants: Tenants; keys: KeyDeps };

/** Responses with a one-time token mustn't be cached. */
const noStore = { "cache-control": "no-store" };

/** Registers the routes. */
export function serveConnectSessions(deps: RouteDeps, services: ConnectSessionServices): void {
  const { connectSessions, tenants, keys } = services;
  const inTenant = async ({ caller, params }: CallerFacts & { params: { tenant_id: string } }): Promise<string> => {
    await tenants.require(caller, params.tenant_id);
    return params.tenant_id;
  };
  serveCaller(deps, operations.createConnectSession, async (context) => {
    const tenantId = await inTenant(context);
    const input = context.body();
    const scope = requiredKey(context, tenantId);
    const response = await createIdempotently(keys, scope, context.identity(), (claim) =>
      connectSessions.create(context.caller, tenantId, input, claim),
    );
    const { id } = response.body as ConnectSession;
    return toReply(response, { ...noStore, location: `/v1/tenants/${tenantId}/connect-sessions/${id}` });
  });
  serveCaller(deps, operations.listConnectSessions, async (context) => {
    const { caller, params } = context;
    const tenantId = params.tenant_id;
    const body = await listForTenant(
      () => tenants.require(caller, tenantId),
      async () => await connectSessions.list(caller, tenantId, context.query()),
      (listed) => listed.connectSessions.length === 0,
    );
    return { body };
  });
  serveCaller(deps, operations.getConnectSession, async (context) => {
    const tenantId = await inTenant(context);
    return { body: await connectSessions.get(context.caller, tenantId, context.params.session_id) };
  });
  serveCaller(deps, operations.cancelConnectSession, async (context) => {
    const tenantId = await inTenant(context);
    return { body: await connectSessions.cancel(context.caller, tenantId, context.params.session_id) };
  });
  serveCaller(deps, operations.completeConnectSession, async (context) => {
    const tenantId = await inTenant(context);
    const { completionCode } = context.body();
    const sessionId = context.params.session_id;
    return { body: await connectSessions.complete(context.caller, tenantId, sessionId, completionCode) };
  });
}

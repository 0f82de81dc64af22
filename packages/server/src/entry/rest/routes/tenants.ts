/** The service client's profile, and its tenants. */
import { operations, type Tenant } from "@svc/contract";
import { createIdempotently, type KeyDeps } from "../../../domain/idempotency/run-idempotently.ts";
import { presentProfile } from "../../../domain/service-clients/service-clients.ts";
import type { Tenants } from "../../../domain/tenants/tenants.ts";
import { toReply, requiredKey } from "../keyed.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";

/** Registers the routes. */
export function serveTenants(deps: RouteDeps, services: { tenants: Tenants; keys: KeyDeps }): void {
  const { tenants, keys } = services;
  serveCaller(deps, operations.getServiceClient, async ({ caller }) => ({ body: presentProfile(caller) }));
  serveCaller(deps, operations.createTenant, async (context) => {
    const body = context.body();
    const scope = requiredKey(context, "-");
    const response = await createIdempotently(keys, scope, context.identity(), (claim) =>
      tenants.create(context.caller, body, claim),
    );
    const location = response.status === 201 ? { location: `/v1/tenants/${(response.body as Tenant).id}` } : {};
    return toReply(response, location);
  });
  serveCaller(deps, operations.listTenants, async (context) => {
    return { body: await tenants.list(context.caller, context.query()) };
  });
  serveCaller(deps, operations.getTenant, async ({ caller, params }) => ({
    body: await tenants.get(caller, params.tenant_id),
  }));
  serveCaller(deps, operations.updateTenant, async (context) => {
    const tenantId = context.params.tenant_id;
    await tenants.require(context.caller, tenantId);
    return { body: await tenants.update(context.caller, tenantId, context.body()) };
  });
  serveCaller(deps, operations.deleteTenant, async (context) => {
    const tenantId = context.params.tenant_id;
    await tenants.require(context.caller, tenantId);
    const { force = false } = context.query();
    await tenants.remove(context.caller, tenantId, force);
    return { status: 204 };
  });
}

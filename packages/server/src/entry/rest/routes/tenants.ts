/** The service client's profile, its tenants and their delegated tokens. */
import { operations, type DelegatedToken, type Tenant } from "@svc/contract";
import { createIdempotently, findKept, type KeyDeps } from "../../../domain/idempotency/run-idempotently.ts";
import { presentProfile } from "../../../domain/service-clients/service-clients.ts";
import type { Tenants } from "../../../domain/tenants/tenants.ts";
import { keyOr, noStore, toReply, requiredKey } from "../context.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";
import type { DelegatedTokens } from "../../../domain/service-clients/tokens.ts";

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

/** Registers the routes. */
export function serveDelegatedTokens(
  deps: RouteDeps,
  services: { tokens: DelegatedTokens; tenants: Tenants; keys: KeyDeps; newKey: () => string },
): void {
  const { tokens, tenants, keys, newKey } = services;
  serveCaller(deps, operations.createDelegatedToken, async (context) => {
    const { caller } = context;
    const body = context.body();
    await tenants.require(caller, body.tenant_id);
    const scope = keyOr(context, body.tenant_id, newKey);
    const { method, path } = context.identity();
    // The parent is part of the request: no token learns from a key which tokens were created without it.
    const identity = { method, path, body: { ...body, parent_id: caller.token?.row.id ?? null } };
    // Looked up first, because a refusal is recorded: a repeated request isn't refused, even if its parent soon expires.
    const response =
      (await findKept(keys, scope, identity)) ??
      (await createIdempotently(keys, scope, identity, (claim) => tokens.create(caller, body, claim)));
    const { id } = response.body as DelegatedToken;
    return toReply(response, { ...noStore, location: `/v1/delegated-tokens/${id}` });
  });
  serveCaller(deps, operations.listDelegatedTokens, async (context) => ({
    body: await tokens.list(context.caller, context.query()),
  }));
  serveCaller(deps, operations.getDelegatedToken, async (context) => ({
    body: await tokens.get(context.caller, context.params.delegated_token_id),
  }));
  serveCaller(deps, operations.revokeDelegatedToken, async (context) => ({
    body: await tokens.revoke(context.caller, context.params.delegated_token_id),
  }));
  serveCaller(deps, operations.revokeDelegatedTokens, async (context) => ({
    body: { revoked: await tokens.revokeAll(context.caller, context.body()) },
  }));
}

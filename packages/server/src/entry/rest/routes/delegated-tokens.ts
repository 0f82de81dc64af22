/** Delegated tokens: create, list, show and revoke. */
import { operations } from "@svc/contract";
import type { DelegatedTokens } from "../../../domain/service-clients/tokens.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";

/** Registers the routes. */
export function serveDelegatedTokens(deps: RouteDeps, { tokens }: { tokens: DelegatedTokens }): void {
  serveCaller(deps, operations.createDelegatedToken, async (context) => {
    const created = await tokens.create(context.caller, context.body());
    const headers = { location: `/v1/delegated-tokens/${created.id}`, "cache-control": "no-store" };
    return { status: 201, body: created, headers };
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

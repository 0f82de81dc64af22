/** The public catalog, and what a tenant may use of it. */
import { operations } from "@svc/contract";
import type { ActionSearch, Catalog, CatalogDocument } from "../../catalog/catalog.ts";
import type { Tenants } from "../../tenants/tenants.ts";
import type { CallerContext, Reply, RequestContext } from "../context.ts";
import { isKnownTo } from "../etag.ts";
import { serveCaller, servePublic, type RouteDeps } from "../routes.ts";

/** Registers the routes. */
export function serveCatalog(deps: RouteDeps, services: { catalog: Catalog; tenants: Tenants }): void {
  const { catalog, tenants } = services;
  servePublic(deps, operations.listCatalogProviders, (context) => documentReply(context, catalog.publicList));
  servePublic(deps, operations.getCatalogProvider, (context) =>
    documentReply(context, catalog.publicProvider(context.params["slug"] ?? "")),
  );
  servePublic(deps, operations.searchCatalogActions, (context) => ({
    body: { actions: catalog.searchPublic(searchOf(context)) },
    headers: { "cache-control": "public, max-age=60", "access-control-allow-origin": "*" },
  }));
  const inTenant = (show: (context: CallerContext) => unknown) => async (context: CallerContext) => {
    await tenants.require(context.caller, context.params["tenant_id"] ?? "");
    return { body: show(context) };
  };
  serveCaller(
    deps,
    operations.listProviders,
    inTenant(({ caller }) => ({ providers: catalog.listProviders(caller.client) })),
  );
  serveCaller(
    deps,
    operations.getProvider,
    inTenant(({ caller, params }) => catalog.showProvider(caller.client, params["slug"] ?? "")),
  );
  serveCaller(
    deps,
    operations.listActions,
    inTenant(({ caller, params }) => ({ actions: catalog.listActions(caller.client, params["slug"] ?? "") })),
  );
  serveCaller(
    deps,
    operations.searchActions,
    inTenant((context) => ({ actions: catalog.search(context.caller.client, searchOf(context)) })),
  );
  serveCaller(
    deps,
    operations.getAction,
    inTenant(({ caller, params }) =>
      catalog.showAction(caller.client, params["slug"] ?? "", params["action_id"] ?? ""),
    ),
  );
}

function searchOf(context: RequestContext): ActionSearch {
  const { query, provider = null, limit } = context.query() as { query: string; provider?: string; limit: number };
  return { query, provider, limit };
}

/** A public document, or 304 where the caller has it (RFC 9110 §13.1.2). */
function documentReply(context: RequestContext, document: CatalogDocument): Reply {
  const headers = { etag: document.etag, "cache-control": "public, max-age=60", "access-control-allow-origin": "*" };
  if (isKnownTo(context.header("if-none-match"), document.etag)) return { status: 304, headers };
  return { body: document.json, headers: { ...headers, "content-type": "application/json; charset=utf-8" } };
}

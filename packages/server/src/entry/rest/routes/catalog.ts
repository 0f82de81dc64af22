/** The public catalog, and the part that a tenant may use. */
import { operations } from "@svc/contract";
import type { ActionSearch, Catalog } from "../../../domain/catalog/catalog.ts";
import type { CatalogDocument } from "../../../domain/catalog/present.ts";
import type { Tenants } from "../../../domain/tenants/tenants.ts";
import { jsonReply, type CallerFacts, type Reply, type RequestContext } from "../context.ts";
import { serveCaller, servePublic, type RouteDeps } from "../routes.ts";

/** Registers the routes. */
export function serveCatalog(deps: RouteDeps, services: { catalog: Catalog; tenants: Tenants }): void {
  const { catalog, tenants } = services;
  servePublic({ ...deps, group: "catalog" }, operations.listCatalogProviders, () => publicReply(catalog.publicList));
  servePublic({ ...deps, group: "catalog" }, operations.getCatalogProvider, (context) =>
    publicReply(catalog.publicProvider(context.params.slug)),
  );
  servePublic({ ...deps, group: "catalog" }, operations.searchCatalogActions, (context) => ({
    body: { actions: catalog.searchPublic(parseSearch(context)) },
    headers: { "cache-control": "public, max-age=60", "access-control-allow-origin": "*" },
  }));
  const inTenant =
    <Context extends CallerFacts & { params: { tenant_id: string } }>(show: (context: Context) => Reply) =>
    async (context: Context): Promise<Reply> => {
      await tenants.require(context.caller, context.params.tenant_id);
      return show(context);
    };
  serveCaller(
    deps,
    operations.listProviders,
    inTenant((context) => tenantReply(catalog.documents.providers(context.caller.client))),
  );
  serveCaller(
    deps,
    operations.getProvider,
    inTenant((context) => tenantReply(catalog.documents.provider(context.caller.client, context.params.slug))),
  );
  serveCaller(
    deps,
    operations.listActions,
    inTenant((context) => tenantReply(catalog.documents.actions(context.caller.client, context.params.slug))),
  );
  serveCaller(
    deps,
    operations.searchActions,
    inTenant((context) => ({ body: { actions: catalog.search(context.caller.client, parseSearch(context)) } })),
  );
  serveCaller(
    deps,
    operations.getAction,
    inTenant((context) => {
      const { slug, action_id: actionId } = context.params;
      return tenantReply(catalog.documents.action(context.caller.client, slug, actionId));
    }),
  );
}

function parseSearch(context: Pick<RequestContext<"searchActions">, "query">): ActionSearch {
  const { query, provider = null, limit } = context.query();
  return { query, provider, limit };
}

function publicReply({ json, etag }: CatalogDocument): Reply {
  return jsonReply(json, { etag, "cache-control": "public, max-age=60", "access-control-allow-origin": "*" });
}

/** Revalidated every time, because a changed policy takes effect immediately. */
function tenantReply({ json, etag }: CatalogDocument): Reply {
  return jsonReply(json, { etag, "cache-control": "private, no-cache" });
}

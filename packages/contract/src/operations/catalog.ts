/** Operations that list providers and actions, publicly and for one tenant. */
import { Type } from "typebox";
import {
  Action,
  ActionList,
  ActionMatchList,
  ProviderList,
  ProviderPage,
  TenantProviderList,
  TenantProviderPage,
} from "../catalog.ts";
import { Slug } from "../fields.ts";
import { notModified, operation, paths } from "./operation.ts";

/** The query of a search. */
const searchQuery = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        "Words in any order, such as `create issue`. They are matched against IDs, titles, descriptions and input fields.",
    }),
    provider: Type.Optional({ ...Slug, description: "Only actions of this provider." }),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 10, description: "The maximum number of results to return." }),
    ),
  },
  { additionalProperties: false },
);

/** Operations that list providers and actions. */
export const catalogOperations = {
  listCatalogProviders: operation({
    id: "listCatalogProviders",
    method: "GET",
    path: "/api/catalog/v1/providers",
    tag: "Catalog",
    summary: "List all providers",
    description: "Returns every provider that svc supports, whether or not this deployment allows it.",
    auth: "none",
    idempotency: "none",
    success: { status: 200, description: "The catalog.", schema: ProviderList, headers: ["ETag", "Cache-Control"] },
    otherResponses: [notModified],
    errors: [],
  }),
  getCatalogProvider: operation({
    id: "getCatalogProvider",
    method: "GET",
    path: "/api/catalog/v1/providers/{slug}",
    tag: "Catalog",
    summary: "Show a provider with all its actions",
    description: "Returns a provider with every action and its schemas, whether or not this deployment allows them.",
    auth: "none",
    idempotency: "none",
    params: paths.slug,
    success: { status: 200, description: "The provider.", schema: ProviderPage, headers: ["ETag", "Cache-Control"] },
    otherResponses: [notModified],
    errors: ["PROVIDER_NOT_AVAILABLE"],
  }),
  searchCatalogActions: operation({
    id: "searchCatalogActions",
    method: "GET",
    path: "/api/catalog/v1/actions",
    tag: "Catalog",
    summary: "Search all actions",
    description:
      "Returns the actions that match the words, best match first, whether or not this deployment allows them.",
    auth: "none",
    idempotency: "none",
    query: searchQuery,
    success: { status: 200, description: "The matches.", schema: ActionMatchList, headers: ["Cache-Control"] },
    errors: [],
  }),
  listProviders: operation({
    id: "listProviders",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/providers",
    tag: "Providers",
    summary: "List the providers that a tenant can use",
    description:
      "Returns the providers that the deployment and the policy allow and that have at least one allowed action.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.tenant,
    success: {
      status: 200,
      description: "The providers.",
      schema: TenantProviderList,
      headers: ["Cache-Control"],
    },
    errors: [],
  }),
  getProvider: operation({
    id: "getProvider",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/providers/{slug}",
    tag: "Providers",
    summary: "Show a provider that a tenant can use",
    description: "Returns a provider with the actions that the deployment and the policy allow.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.tenantProvider,
    success: {
      status: 200,
      description: "The provider.",
      schema: TenantProviderPage,
      headers: ["Cache-Control"],
    },
    errors: ["PROVIDER_NOT_AVAILABLE"],
  }),
  searchActions: operation({
    id: "searchActions",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/actions",
    tag: "Providers",
    summary: "Search the actions that a tenant can use",
    description:
      "Returns the actions, from all providers, that match the words and that the deployment and the policy allow, best match first.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.tenant,
    query: searchQuery,
    success: { status: 200, description: "The matches.", schema: ActionMatchList },
    errors: [],
  }),
  listActions: operation({
    id: "listActions",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/providers/{slug}/actions",
    tag: "Providers",
    summary: "List the actions that a tenant can use",
    description: "Returns the provider's actions that the deployment and the policy allow, with their schemas.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.tenantProvider,
    success: { status: 200, description: "The actions.", schema: ActionList, headers: ["Cache-Control"] },
    errors: ["PROVIDER_NOT_AVAILABLE"],
  }),
  getAction: operation({
    id: "getAction",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/providers/{slug}/actions/{action_id}",
    tag: "Providers",
    summary: "Show an action that a tenant can use",
    description: "Returns an action with its schemas, so that you can validate input before you send it.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.tenantAction,
    success: { status: 200, description: "The action.", schema: Action, headers: ["Cache-Control"] },
    errors: ["PROVIDER_NOT_AVAILABLE", "ACTION_NOT_FOUND"],
  }),
} as const;

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
import { operation, paths } from "./operation.ts";

/** The query of a search. */
const searchQuery = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        "Words in any order, such as `create issue`. They are looked up in ids, titles, descriptions and input fields.",
    }),
    provider: Type.Optional(Slug),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 10, description: "The most results to return." }),
    ),
  },
  { additionalProperties: false },
);

const notModified = { status: 304, description: "Unchanged since the `ETag` sent in `If-None-Match`." } as const;

/** Operations that list providers and actions. */
export const catalogOperations = {
  listCatalogProviders: operation({
    id: "listCatalogProviders",
    method: "GET",
    path: "/api/catalog/v1/providers",
    tag: "Catalog",
    summary: "List all providers",
    description: "Every provider that svc has, whether or not this deployment allows it.",
    auth: "none",
    idempotency: "none",
    success: { status: 200, description: "The catalog.", schema: ProviderList, headers: ["ETag", "Cache-Control"] },
    otherAnswers: [notModified],
    errors: [],
  }),
  getCatalogProvider: operation({
    id: "getCatalogProvider",
    method: "GET",
    path: "/api/catalog/v1/providers/{slug}",
    tag: "Catalog",
    summary: "Show a provider with all its actions",
    description: "One provider with every action and its schemas, whether or not this deployment allows them.",
    auth: "none",
    idempotency: "none",
    params: paths.slug,
    success: { status: 200, description: "The provider.", schema: ProviderPage, headers: ["ETag", "Cache-Control"] },
    otherAnswers: [notModified],
    errors: ["PROVIDER_NOT_AVAILABLE"],
  }),
  searchCatalogActions: operation({
    id: "searchCatalogActions",
    method: "GET",
    path: "/api/catalog/v1/actions",
    tag: "Catalog",
    summary: "Search all actions",
    description: "All actions that match the words, best match first, whether or not this deployment allows them.",
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
    description: "The providers that deployment and policy allow, without those that have no allowed action.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.tenant,
    success: {
      status: 200,
      description: "The providers.",
      schema: TenantProviderList,
      headers: ["ETag", "Cache-Control"],
    },
    otherAnswers: [notModified],
    errors: [],
  }),
  getProvider: operation({
    id: "getProvider",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/providers/{slug}",
    tag: "Providers",
    summary: "Show a provider that a tenant can use",
    description: "One provider with the actions that deployment and policy allow.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.tenantProvider,
    success: {
      status: 200,
      description: "The provider.",
      schema: TenantProviderPage,
      headers: ["ETag", "Cache-Control"],
    },
    otherAnswers: [notModified],
    errors: ["PROVIDER_NOT_AVAILABLE"],
  }),
  searchActions: operation({
    id: "searchActions",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/actions",
    tag: "Providers",
    summary: "Search the actions that a tenant can use",
    description:
      "The actions of all providers that deployment and policy allow and that match the words, best match first.",
    auth: "serviceKey",
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
    description: "The provider's actions that deployment and policy allow, with their schemas.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.tenantProvider,
    success: { status: 200, description: "The actions.", schema: ActionList, headers: ["ETag", "Cache-Control"] },
    otherAnswers: [notModified],
    errors: ["PROVIDER_NOT_AVAILABLE"],
  }),
  getAction: operation({
    id: "getAction",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/providers/{slug}/actions/{action_id}",
    tag: "Providers",
    summary: "Show an action that a tenant can use",
    description: "One action with its schemas, to validate input before it is sent.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.tenantAction,
    success: { status: 200, description: "The action.", schema: Action, headers: ["ETag", "Cache-Control"] },
    otherAnswers: [notModified],
    errors: ["PROVIDER_NOT_AVAILABLE", "ACTION_NOT_FOUND"],
  }),
} as const;

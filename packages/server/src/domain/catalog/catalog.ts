/**
 * The catalog: every loaded action (public), and the actions that a service client may use and request. For those, both
 * the deployment and the client's policy must allow an action. A provider without any allowed action is left out.
 */
import {
  ServiceError,
  type Action as ActionView,
  type ActionMatch,
  type TenantProvider,
  type TenantProviderPage,
  type AuthKind,
} from "@svc/contract";
import type { Action, Provider, ProviderAuth } from "@svc/provider-kit";
import { allows } from "../service-clients/policy.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";
import { once } from "../../once.ts";
import {
  createPolicyDocuments,
  createDocument,
  type CatalogDocument,
  type Digest,
  presentAction,
  presentEventTypes,
  presentProvider,
} from "./present.ts";
import { createListedOrigins, type ListedOrigin, type ListedOrigins } from "./listed-origins.ts";
import { searchActions, searchEntry, type SearchEntry } from "./search.ts";
import { findAuth } from "../auth-kinds/table.ts";

/** An action with its provider. */
export type KnownAction = { provider: Provider; action: Action };

/** A search request; `provider` is null for all. */
export type ActionSearch = { query: string; provider: string | null; limit: number };

/** Looks up providers and actions. */
export type Catalog = {
  /** All loaded providers: `{providers}`. */
  publicList: CatalogDocument;
  /** Returns a provider with all its actions. @throws ServiceError PROVIDER_NOT_AVAILABLE. */
  publicProvider(slug: string): CatalogDocument;
  /** Returns a loaded provider; null if there is none. */
  provider(slug: string): Provider | null;
  /** Returns an action, whether or not it is allowed. */
  find(slug: string, actionId: string): KnownAction | null;
  /** The operator's origins of self-hosted providers. */
  origins: ListedOrigins;
  /** Whether the deployment enables the action and the client's policy allows it. */
  isEffective(client: ServiceClientRow, slug: string, actionId: string): boolean;
  /** @throws ServiceError PROVIDER_NOT_AVAILABLE if the client has no effective action there. */
  effectiveProvider(client: ServiceClientRow, slug: string): Provider;
  /** @throws ServiceError PROVIDER_NOT_AVAILABLE, ACTION_NOT_FOUND. */
  effectiveAction(client: ServiceClientRow, slug: string, actionId: string): KnownAction;
  /** These return a tenant's listings, which depend only on its client. They throw the same errors. */
  listProviders(client: ServiceClientRow): TenantProvider[];
  showProvider(client: ServiceClientRow, slug: string): TenantProviderPage;
  listActions(client: ServiceClientRow, slug: string): ActionView[];
  showAction(client: ServiceClientRow, slug: string, actionId: string): ActionView;
  /** The same listings as documents, created once per policy. They throw the same errors. */
  documents: TenantDocuments;
  /** Returns all matching actions, best first. */
  searchPublic(search: ActionSearch): ActionMatch[];
  /** Searches the actions that the client may use. */
  search(client: ServiceClientRow, search: ActionSearch): ActionMatch[];
};

/** The listings of a tenant as the contract returns them. */
export type TenantDocuments = {
  providers(client: ServiceClientRow): CatalogDocument;
  provider(client: ServiceClientRow, slug: string): CatalogDocument;
  actions(client: ServiceClientRow, slug: string): CatalogDocument;
  action(client: ServiceClientRow, slug: string, actionId: string): CatalogDocument;
};

/** Dependencies of the catalog. */
export type CatalogDeps = {
  providers: readonly Provider[];
  /** The deployment's patterns (`SVC_ENABLED_ACTIONS`). */
  enabledActions: readonly string[];
  /** Whether a service client's users can connect to a provider. If it needs an OAuth app and has none, they can't. */
  isConfigured: (provider: Provider, serviceClientId: string) => boolean;
  /** Returns a text that changes whenever `isConfigured` may have changed for the service client. */
  configurationOf: (serviceClientId: string) => string;
  /** The operator's origins of self-hosted providers; none by default. */
  origins?: ReadonlyMap<string, readonly ListedOrigin[]>;
  digest: Digest;
};

/** Creates the catalog. Afterwards, only the result of `isConfigured` can change. */
export function createCatalog(deps: CatalogDeps): Catalog {
  const { enabledActions } = deps;
  const origins = createListedOrigins(deps.origins ?? new Map());
  const isReachable = (provider: Provider): boolean =>
    provider.isSelfHosted !== true || origins.namesOf(provider).length > 0;
  const entries = new Map(deps.providers.map((provider) => [provider.slug, toEntry(deps, provider)]));
  const isEffective: Catalog["isEffective"] = (client, slug, actionId) => {
    const entry = entries.get(slug);
    if (entry === undefined || !entry.actions.has(actionId) || !isReachable(entry.provider)) return false;
    if (!deps.isConfigured(entry.provider, client.id)) return false;
    return allows(enabledActions, slug, actionId) && allows(client.allowedActions, slug, actionId);
  };
  const effectiveActions = (client: ServiceClientRow, entry: Entry): KnownAction[] =>
    [...entry.actions.values()].filter(({ action }) => isEffective(client, entry.provider.slug, action.id));
  const require = (client: ServiceClientRow, slug: string): { entry: Entry; actions: KnownAction[] } => {
    const entry = entries.get(slug);
    const actions = entry === undefined ? [] : effectiveActions(client, entry);
    if (entry === undefined || actions.length === 0) throw new ServiceError("PROVIDER_NOT_AVAILABLE");
    return { entry, actions };
  };
  const requireAction: Catalog["effectiveAction"] = (client, slug, actionId) => {
    const found = require(client, slug).actions.find(({ action }) => action.id === actionId);
    if (found === undefined) throw new ServiceError("ACTION_NOT_FOUND");
    return found;
  };
  const toViews = (entry: Entry, actions: readonly KnownAction[]): ActionView[] =>
    actions.flatMap(({ action }) => entry.views().get(action.id) ?? []);
  const searchable = once(() => [...entries.values()].flatMap(({ search }) => search()));
  const searchEntries = (isIncluded: (match: ActionMatch) => boolean, { query, provider, limit }: ActionSearch) => {
    const candidates = searchable().filter(
      ({ match }) => (provider === null || match.provider === provider) && isIncluded(match),
    );
    return searchActions(candidates, query, limit);
  };
  const listings: Listings = {
    listProviders: (client) =>
      [...entries.values()]
        .filter((entry) => effectiveActions(client, entry).length > 0)
        .map(({ provider }) => ({ ...presentProvider(provider), available: true as const })),
    showProvider(client, slug) {
      const { entry, actions } = require(client, slug);
      const events = presentEventTypes(entry.provider);
      return { ...presentProvider(entry.provider), available: true, actions: toViews(entry, actions), events };
    },
    listActions(client, slug) {
      const { entry, actions } = require(client, slug);
      return toViews(entry, actions);
    },
    showAction: (client, slug, actionId) => presentAction(slug, requireAction(client, slug, actionId).action),
  };
  return {
    publicList: createDocument(deps.digest, { providers: deps.providers.map(presentProvider) }),
    publicProvider(slug) {
      const entry = entries.get(slug);
      if (entry === undefined) throw new ServiceError("PROVIDER_NOT_AVAILABLE");
      return entry.document();
    },
    provider: (slug) => entries.get(slug)?.provider ?? null,
    origins,
    find: (slug, actionId) => entries.get(slug)?.actions.get(actionId) ?? null,
    isEffective,
    effectiveProvider: (client, slug) => require(client, slug).entry.provider,
    effectiveAction: requireAction,
    ...listings,
    documents: tenantDocuments(deps, listings),
    searchPublic: (search) => searchEntries(() => true, search),
    search: (client, search) => searchEntries(({ provider, id }) => isEffective(client, provider, id), search),
  };
}

type Listings = Pick<Catalog, "listProviders" | "showProvider" | "listActions" | "showAction">;

function tenantDocuments(
  { digest, configurationOf }: Pick<CatalogDeps, "digest" | "configurationOf">,
  listings: Listings,
): TenantDocuments {
  const documents = createPolicyDocuments(digest);
  const get = (
    { id, allowedActions }: ServiceClientRow,
    name: readonly string[],
    make: () => unknown,
  ): CatalogDocument => documents.get(allowedActions, JSON.stringify([configurationOf(id), ...name]), make);
  return {
    providers: (client) => get(client, [], () => ({ providers: listings.listProviders(client) })),
    provider: (client, slug) => get(client, ["one", slug], () => listings.showProvider(client, slug)),
    actions: (client, slug) => get(client, ["actions", slug], () => ({ actions: listings.listActions(client, slug) })),
    action: (client, slug, id) => get(client, ["action", slug, id], () => listings.showAction(client, slug, id)),
  };
}

/** A provider's catalog entry. Its views are created on first use, so that they don't delay the start. */
type Entry = {
  provider: Provider;
  actions: ReadonlyMap<string, KnownAction>;
  views: () => ReadonlyMap<string, ActionView>;
  search: () => readonly SearchEntry[];
  document: () => CatalogDocument;
};

function toEntry(deps: CatalogDeps, provider: Provider): Entry {
  const views = once(
    () => new Map(provider.actions.map((action) => [action.id, presentAction(provider.slug, action)])),
  );
  return {
    provider,
    actions: new Map(provider.actions.map((action) => [action.id, { provider, action }])),
    views,
    search: () => [...views().values()].map((view) => searchEntry(view, provider.name)),
    document: once(() => {
      const page = { actions: [...views().values()], events: presentEventTypes(provider) };
      return createDocument(deps.digest, { ...presentProvider(provider), ...page });
    }),
  };
}

/** Finds actions and providers, and says which of them are allowed. */
export type ActionLookup = {
  /** Finds an action, whether or not it is enabled. */
  find(provider: string, actionId: string): { provider: Provider; action: Action } | null;
  /** Finds a provider; null if this deployment has none with this slug, or no longer has it. */
  provider(slug: string): Provider | null;
  /** Whether a connection's origin is still in the operator's list. */
  origins: Pick<ListedOrigins, "isListed">;
  /** Whether the deployment enables the action and the client's policy allows it. */
  isEffective(client: ServiceClientRow, provider: string, actionId: string): boolean;
};

/** @throws ServiceError PROVIDER_NOT_AVAILABLE; INVALID_REQUEST if the provider doesn't have this auth. */
export function findRequestableAuth(
  catalog: Pick<Catalog, "effectiveProvider">,
  client: ServiceClientRow,
  requested: { provider: string; authKind: AuthKind },
): { provider: Provider; auth: ProviderAuth } {
  const provider = catalog.effectiveProvider(client, requested.provider);
  const auth = findAuth(provider, requested.authKind);
  if (auth !== null) return { provider, auth };
  const message = `The provider ${requested.provider} accepts: ${provider.auth.map(({ kind }) => kind).join(", ")}.`;
  throw new ServiceError("INVALID_REQUEST", { errors: [{ pointer: "/authKind", keyword: "enum", message }] });
}

/** @throws ServiceError ACTION_NOT_FOUND for an action that isn't enabled and allowed. */
export function checkRequestedActions(
  catalog: Pick<Catalog, "isEffective">,
  client: ServiceClientRow,
  { provider, requestedActions }: { provider: string; requestedActions: readonly string[] },
): void {
  for (const actionId of requestedActions) {
    if (catalog.isEffective(client, provider, actionId)) continue;
    const detail = `The provider has no action ${actionId} enabled for this service client. List its actions.`;
    throw new ServiceError("ACTION_NOT_FOUND", { detail });
  }
}

/** The catalog of the providers that are loaded now. */
import type { Catalog } from "./catalog.ts";

/** @param catalog returns the catalog of the current providers. Every look-up uses the one of its moment. */
export function currentCatalog(catalog: () => Catalog): Catalog {
  return {
    get publicList() {
      return catalog().publicList;
    },
    get origins() {
      return catalog().origins;
    },
    get documents() {
      return catalog().documents;
    },
    publicProvider: (slug) => catalog().publicProvider(slug),
    provider: (slug) => catalog().provider(slug),
    find: (slug, actionId) => catalog().find(slug, actionId),
    isEffective: (client, slug, actionId) => catalog().isEffective(client, slug, actionId),
    effectiveProvider: (client, slug) => catalog().effectiveProvider(client, slug),
    effectiveAction: (client, slug, actionId) => catalog().effectiveAction(client, slug, actionId),
    listProviders: (client) => catalog().listProviders(client),
    showProvider: (client, slug) => catalog().showProvider(client, slug),
    listActions: (client, slug) => catalog().listActions(client, slug),
    showAction: (client, slug, actionId) => catalog().showAction(client, slug, actionId),
    searchPublic: (search) => catalog().searchPublic(search),
    search: (client, search) => catalog().search(client, search),
  };
}

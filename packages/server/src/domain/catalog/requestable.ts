/** Checks what a service client requests for a connection: the provider's auth, and actions. */
import { ServiceError, type AuthKind } from "@svc/contract";
import type { Provider, ProviderAuth } from "@svc/provider-kit";
import { findAuth } from "../auth-kinds/table.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";
import type { Catalog } from "./catalog.ts";

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

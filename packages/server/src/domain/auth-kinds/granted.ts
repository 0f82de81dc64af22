/** Determines which requested actions a verified credential allows. */
import type { Provider, ProviderAuth } from "@svc/provider-kit";
import { strategyFor } from "./table.ts";

/** Returns the requested actions that the credential's scopes allow. An action that no longer exists needs no scope. */
export function grantedBy(
  { provider, auth }: { provider: Provider; auth: ProviderAuth },
  requestedActions: readonly string[],
  credential: unknown,
): { actions: string[]; scopes: readonly string[] } {
  const requested = requestedActions.map((id) => ({
    id,
    requiredScopes: provider.actions.find((action) => action.id === id)?.requiredScopes ?? [],
  }));
  return strategyFor(auth.kind).granted(auth, requested, credential);
}

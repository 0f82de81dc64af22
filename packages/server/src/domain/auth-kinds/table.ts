/** The strategy for each auth kind, and lookups for a provider that use it. */
import type { AuthKind } from "@svc/contract";
import type { OAuthAuth, Provider, ProviderAuth } from "@svc/provider-kit";
import { oauth2AuthorizationCode } from "./oauth2-authorization-code.ts";
import { staticCredential } from "./static-credential.ts";
import type { AuthStrategy, SubmissionForm } from "./strategy.ts";

const strategies: Readonly<Record<AuthKind, AuthStrategy>> = {
  static_credential: staticCredential,
  oauth2_authorization_code: oauth2AuthorizationCode,
};

export function strategyFor(kind: AuthKind): AuthStrategy {
  return strategies[kind];
}

/** Returns the provider's auth of this kind; null if it has none. */
export function findAuth({ auth }: Pick<Provider, "auth">, kind: AuthKind): ProviderAuth | null {
  return auth.find((each) => each.kind === kind) ?? null;
}

/** Returns the form in which users submit a credential for the provider; null if they are redirected to it instead. */
export function formOf({ auth }: Pick<Provider, "auth">): SubmissionForm | null {
  const forms = auth.map((each) => strategyFor(each.kind).form(each));
  return forms.find((form) => form !== null) ?? null;
}

/** Whether users can connect to the provider only with an app that the operator registers. */
export function needsApp({ auth }: Pick<Provider, "auth">): boolean {
  return auth.every((each) => strategyFor(each.kind).needsApp(each));
}

/** Returns the origin to which the provider's authorization server sends users; null if it has none. */
export function authorizationOrigin(provider: Pick<Provider, "auth">): string | null {
  return issuerOf(provider)?.server.origin ?? null;
}

/**
 * Returns the origin of the provider's token endpoint, for OAuth or for an exchange of credentials; null if it doesn't
 * have its own.
 */
export function tokenOrigin({ auth }: Pick<Provider, "auth">): string | null {
  const origins = auth.map((each) => strategyFor(each.kind).tokenOrigin(each));
  return origins.find((origin) => origin !== null) ?? null;
}

/** Whether the app of the provider's users is the document that svc serves. */
export function hasDocumentApp(provider: Pick<Provider, "auth">): boolean {
  return issuerOf(provider)?.server.appIsDocument === true;
}

/** Whether users can connect to the provider with an OAuth app that the operator registers. */
export function takesApp(provider: Pick<Provider, "auth">): boolean {
  return authorizationOrigin(provider) !== null && !hasDocumentApp(provider);
}

function issuerOf({ auth }: Pick<Provider, "auth">): OAuthAuth | null {
  const issuers = auth.map((each) => strategyFor(each.kind).issuer(each));
  return issuers.find((issuer) => issuer !== null) ?? null;
}

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

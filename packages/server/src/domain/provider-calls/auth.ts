/** A provider's auths: which one a connection uses, and how its credential is sent with a request. */
import type { OAuthCredential, Provider, ProviderAuth } from "@svc/provider-kit";

/** How a credential is sent with a request: its kind, and the headers that carry it. */
export type CarriedCredential = { credentialKind: string; headers: Readonly<Record<string, string>> };

/** Returns the auth of a kind; null if the provider has none. */
export function authOfKind(provider: Provider, kind: ProviderAuth["kind"]): ProviderAuth | null {
  return provider.auth.find((auth) => auth.kind === kind) ?? null;
}

/**
 * Returns the kind and headers of a credential. The vault returns what was sealed under the same auth, so its type is
 * right.
 */
export function carry(auth: ProviderAuth, credential: unknown): CarriedCredential {
  if (auth.kind === "static_credential") {
    return { credentialKind: auth.credentialKind(credential), headers: auth.headers(credential) };
  }
  const token = credential as OAuthCredential;
  return { credentialKind: auth.credentialKind(token), headers: auth.headers(token) };
}

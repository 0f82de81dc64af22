/** A provider's auths: which one a connection is under, and how a credential of it goes with a request. */
import type { OAuthCredential, Provider, ProviderAuth } from "@svc/provider-kit";

/** How a credential goes with a request: what kind it is, and the headers that carry it. */
export type CarriedCredential = { credentialKind: string; headers: Readonly<Record<string, string>> };

/** The auth of a kind; null where the provider has none such. */
export function authOfKind(provider: Provider, kind: ProviderAuth["kind"]): ProviderAuth | null {
  return provider.auth.find((auth) => auth.kind === kind) ?? null;
}

/** The kind and headers of a credential. The vault gives back what was sealed under the same auth, so its type holds. */
export function carry(auth: ProviderAuth, credential: unknown): CarriedCredential {
  if (auth.kind === "static_credential") {
    return { credentialKind: auth.credentialKind(credential), headers: auth.headers(credential) };
  }
  const token = credential as OAuthCredential;
  return { credentialKind: auth.credentialKind(token), headers: auth.headers(token) };
}

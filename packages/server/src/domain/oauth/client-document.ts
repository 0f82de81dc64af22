/**
 * The app that needs no registration: its client ID is the address of a document about it, which svc serves
 * (OAuth Client ID Metadata Document, draft-ietf-oauth-client-id-metadata-document). Pure.
 */

/** Returns the provider's callback address. Each provider has its own, so that none can impersonate another. */
export function callbackUrl(connectUrl: string, provider: string): string {
  return `${connectUrl}/connect/oauth/${provider}/callback`;
}

/** Returns the client ID, which is where the document is. */
export function documentIdOf(connectUrl: string, provider: string): string {
  return `${connectUrl}/connect/oauth/${provider}/client.json`;
}

/** What an authorization server needs to know about an app, in the terms of RFC 7591. */
export type ClientMetadata = ReturnType<typeof clientMetadata>;

/** Describes svc's app at one provider. @param app.method how it authenticates. */
export function clientMetadata(
  { connectUrl, provider }: { connectUrl: string; provider: string },
  app: { name: string; method: string },
) {
  return {
    client_name: app.name,
    redirect_uris: [callbackUrl(connectUrl, provider)],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: app.method,
  };
}

/** Returns the document. It holds nothing secret, and the app has no secret. */
export function clientDocument(connectUrl: string, provider: string, name: string): object {
  const metadata = clientMetadata({ connectUrl, provider }, { name, method: "none" });
  return { client_id: documentIdOf(connectUrl, provider), client_uri: connectUrl, ...metadata };
}

/** The OAuth apps that the operator has registered with providers. */
import type { Provider } from "@svc/provider-kit";

/** An app's registration at a provider (`SVC_OAUTH_<PROVIDER>_CLIENT_ID` and `…_CLIENT_SECRET`). */
export type OAuthApp = { clientId: string; clientSecret: string };

/** The apps by provider slug. A provider that is missing here has no app. */
export type OAuthApps = ReadonlyMap<string, OAuthApp>;

/** Whether the deployment can connect to the provider: with a static credential, or with its own app. */
export function isConfigured(provider: Provider, apps: OAuthApps): boolean {
  return provider.auth.some(({ kind }) => kind === "static_credential") || apps.has(provider.slug);
}

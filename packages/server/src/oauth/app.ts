/** The OAuth apps that the operator has set up at providers. */
import type { Provider } from "@svc/provider-kit";

/** An app's registration at a provider (`SVC_OAUTH_<PROVIDER>_CLIENT_ID` and `…_CLIENT_SECRET`). */
export type OAuthApp = { clientId: string; clientSecret: string };

/** The apps by provider slug; a provider that is not among them has none. */
export type OAuthApps = ReadonlyMap<string, OAuthApp>;

/** Whether the deployment can connect anything to the provider: by a static credential, or by an app of its own. */
export function isConfigured(provider: Provider, apps: OAuthApps): boolean {
  return provider.auth.some(({ kind }) => kind === "static_credential") || apps.has(provider.slug);
}

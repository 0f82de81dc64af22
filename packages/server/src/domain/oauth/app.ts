/** The OAuth apps that the operator has registered with providers. */

/** An app's registration at a provider (`SVC_OAUTH_<PROVIDER>_CLIENT_ID` and `…_CLIENT_SECRET`). */
export type OAuthApp = { clientId: string; clientSecret: string };

/** The apps by provider slug. A provider that is missing here has no app. */
export type OAuthApps = ReadonlyMap<string, OAuthApp>;

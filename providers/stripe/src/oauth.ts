/**
 * Tokens from Stripe's consent page (Connect OAuth): https://docs.stripe.com/connect/oauth-reference
 *
 * Each request has the connected account's own token. Stripe calls it deprecated and prefers the platform's secret key
 * with a `Stripe-Account` header, but that key can use every account that is connected to the platform.
 */
import { ProviderFailure, type OAuthAuth, type ReadPort } from "@svc/provider-kit";
import { account, accountIn, secretPart, stripeVersion, type Mode } from "./auth.ts";
import { broadScopes, scopeWords } from "./scopes.ts";

function modeOf({ livemode }: Readonly<Record<string, string>>): Mode {
  return livemode === "true" ? "live" : "test";
}

/** Identifies the account that the token belongs to, and checks that the consent was for this one. */
async function identify({ connectionFacts, read }: ReadPort) {
  const { body } = await read({ method: "GET", path: ["v1", "account"] }, { accept: [200] });
  const found = account.read(body);
  if (found.id !== connectionFacts["account_id"]) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: "Stripe's token is for another account than the one that was connected. Connect it again.",
    });
  }
  return accountIn(modeOf(connectionFacts), found);
}

/** A Stripe account, connected through Stripe's own consent page. */
export const oauth: OAuthAuth = {
  kind: "oauth2_authorization_code",
  server: {
    origin: "https://connect.stripe.com",
    authorizationPath: ["oauth", "authorize"],
    tokenPath: ["oauth", "token"],
    issuers: ["https://connect.stripe.com"],
    sendsIss: false,
    // The secret is the platform's secret key, of the same mode as the client ID.
    clientAuthentication: "client_secret_post",
    // Stripe documents no PKCE.
    pkce: false,
    revocation: {
      path: ["oauth", "deauthorize"],
      revokes: "access_token",
      authentication: "secret",
      names: { fact: "account_id", field: "stripe_user_id" },
    },
  },
  grantedScopes: ({ scope, requested }) => (scope === null ? requested : [scope]),
  impliedScopes: {},
  scopeWords,
  broadScopes,
  secretPart,
  connectionFacts: {
    account_id: { member: ["stripe_user_id"], pattern: "^acct_[0-9A-Za-z]{1,100}$" },
    livemode: { member: ["livemode"], pattern: "^(?:true|false)$" },
  },
  credentialKind: ({ facts = {} }) => `${modeOf(facts)}_token`,
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}`, "stripe-version": stripeVersion }),
  identify,
};

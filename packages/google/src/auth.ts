/** Google's authorization server: https://developers.google.com/identity/protocols/oauth2/web-server */
import type { OAuthAuth, ProviderAccount, ProviderRequest, ReadPort } from "@svc/provider-kit";
import { shape, text } from "@svc/provider-kit/shape";

/** A scope by its short name: `drive.file`. */
export function googleScope(name: string): string {
  return `https://www.googleapis.com/auth/${name}`;
}

/** A Google account, connected through Google's own consent page. */
export function googleOAuth(
  own: Pick<OAuthAuth, "impliedScopes" | "scopeWords" | "broadScopes" | "identify">,
): OAuthAuth {
  return {
    kind: "oauth2_authorization_code",
    server: {
      origin: "https://accounts.google.com",
      authorizationPath: ["o", "oauth2", "v2", "auth"],
      tokenOrigin: "https://oauth2.googleapis.com",
      tokenPath: ["token"],
      issuers: ["https://accounts.google.com"],
      sendsIss: false,
      clientAuthentication: "client_secret_post",
      // Without them, a second consent gives no refresh token.
      authorizationParameters: { access_type: "offline", prompt: "consent" },
      // It ends all that the user granted the app, whichever token is sent.
      revocation: { path: ["revoke"], revokes: "refresh_token", authentication: "none" },
    },
    grantedScopes: ({ scope, requested }) => (scope === null ? requested : scope.split(" ")),
    credentialKind: () => "oauth_token",
    headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
    ...own,
  };
}

const user = shape({ sub: text("sub", "Permanent id of the user."), email: text("email", "Address of the user.") });

/**
 * Asks whose account it is, for an API that doesn't say. It needs the scope `userinfo.email`.
 * @param origin the name of the provider's origin `https://www.googleapis.com`; none if that is its only one.
 */
export function googleAccount(origin?: string): (provider: ReadPort) => Promise<ProviderAccount> {
  const place = origin === undefined ? {} : { origin };
  const request: ProviderRequest = { method: "GET", ...place, path: ["oauth2", "v3", "userinfo"] };
  return async (provider) => {
    const { sub, email } = user.read((await provider.read(request, { accept: [200] })).body);
    return { slug: sub, name: email };
  };
}

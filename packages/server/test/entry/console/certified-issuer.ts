/** oidc-provider, an OpenID-certified identity provider, with the people of a test. It signs them in at once. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { createTokenStore } from "../../../../../conformance/harness/oauth/token-store.ts";

/** The running provider. */
export type CertifiedIssuer = {
  url: string;
  /** Who signs in next, and what the provider says about each. */
  person: string;
  people: Map<string, { name: string; groups: string[] }>;
  close(): Promise<void>;
};

/** Starts it with svc as its one client. @param client.adminUrl where browsers reach the console. */
export async function startCertifiedIssuer(client: {
  id: string;
  secret: string;
  adminUrl: string;
}): Promise<CertifiedIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: CertifiedIssuer = {
    url,
    person: "u1",
    people: new Map([["u1", { name: "Grace Hopper", groups: ["platform"] }]]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  type Context = { oidc: { client: { clientId: string }; session: { accountId: string } } };
  const provider: Provider = new Provider(url, {
    adapter: createTokenStore(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${client.adminUrl}/login/callback`],
        post_logout_redirect_uris: [`${client.adminUrl}/login`],
        backchannel_logout_uri: `${client.adminUrl}/login/backchannel`,
        backchannel_logout_session_required: true,
        application_type: "web",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_basic",
      },
    ],
    claims: { openid: ["sub"], profile: ["name"], groups: ["groups"] },
    scopes: ["openid", "profile", "email", "groups"],
    cookies: { keys: [randomBytes(16).toString("hex")] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...issuer.people.get(sub) }),
    }),
    async loadExistingGrant({ oidc }: Context) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid profile email groups");
      await grant.save();
      return grant;
    },
    // Its own refuses addresses of this machine.
    fetch: (to: string | URL, { dispatcher: _guarded, ...init }: RequestInit & { dispatcher?: unknown }) =>
      fetch(to, init),
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    jwks: { keys: [generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" })] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 86_400,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
  });
  const handle = provider.callback();
  server.on("request", (request, response) => {
    const isInteraction = request.url?.startsWith("/interaction/") === true;
    const login = { accountId: issuer.person };
    void (isInteraction
      ? provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
      : handle(request, response));
  });
  return issuer;
}

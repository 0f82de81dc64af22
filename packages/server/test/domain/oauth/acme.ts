/** An OAuth provider for tests: nested scopes, a strict `iss`, two grants, and an action without any. */
import {
  defineAction,
  defineProvider,
  oauthAuthOf,
  ProviderFailure,
  type OAuthAuth,
  type OAuthCredential,
  type Provider,
} from "@svc/provider-kit";
import { Type } from "typebox";

const input = Type.Object({}, { additionalProperties: false });
const output = Type.Object({}, { additionalProperties: false });
const common = { description: "For tests.", mcp: true, sensitiveOutput: false, input, output };
const run = (): Promise<object> => Promise.resolve({});

/** The required value of its `iss`. */
export const issuer = "https://login.acme.example";

/** What tests may vary. */
export type AcmeOptions = {
  slug?: string;
  server?: Partial<OAuthAuth["server"]>;
  connectionFacts?: NonNullable<OAuthAuth["connectionFacts"]>;
};

export function makeAcme({ slug = "acme", server = {}, connectionFacts = {} }: AcmeOptions = {}): Provider {
  return defineProvider({
    slug,
    name: slug === "acme" ? "Acme" : `Acme <${slug}>`,
    description: "For tests.",
    docsUrl: "https://acme.example/docs",
    origin: "https://api.acme.example",
    requestIdHeader: "x-request-id",
    refuse: ({ status }) =>
      status === 401
        ? { code: "PROVIDER_UNAUTHORIZED" }
        : { code: status >= 500 ? "PROVIDER_ERROR" : "PROVIDER_REJECTED" },
    auth: [
      {
        kind: "oauth2_authorization_code",
        server: {
          origin: issuer,
          authorizationPath: ["oauth", "authorize"],
          tokenPath: ["oauth", "token"],
          issuers: [issuer],
          sendsIss: true,
          clientAuthentication: "client_secret_post",
          authorizationParameters: { prompt: "consent" },
          revocation: { path: ["oauth", "revoke"], revokes: "refresh_token", authentication: "app" },
          ...server,
        },
        grantedScopes: ({ scope, requested }) =>
          scope === null ? requested : scope.split(/[ ,]/).filter((one) => one !== ""),
        connectionFacts,
        impliedScopes: { notes: ["notes:read"] },
        scopeWords: {
          notes: "Read and change your notes",
          "notes:read": "Read your notes",
          people: "See who you know",
        },
        credentialKind: () => "access_token",
        headers: ({ accessToken }: OAuthCredential) => ({ authorization: `Bearer ${accessToken}` }),
        async identify(port) {
          const { body } = await port.read({ method: "GET", path: ["me"] });
          const { login } = body as { login?: unknown };
          if (typeof login !== "string") throw new ProviderFailure({ code: "PROVIDER_ERROR" });
          return { slug: login, name: `Account ${login}` };
        },
      },
    ],
    actions: [
      defineAction({
        ...common,
        id: "notes.list",
        title: "List notes",
        consent: "List your notes",
        effect: "read",
        idempotency: "safe",
        requiredScopes: ["notes:read"],
        run,
      }),
      defineAction({
        ...common,
        id: "notes.create",
        title: "Create a note",
        consent: "Write notes",
        effect: "write",
        idempotency: "unsafe",
        requiredScopes: ["notes"],
        run,
      }),
      defineAction({
        ...common,
        id: "people.list",
        title: "List people",
        consent: "List people",
        effect: "read",
        idempotency: "safe",
        requiredScopes: ["people"],
        run,
      }),
      defineAction({
        ...common,
        id: "status.get",
        title: "Read the status",
        consent: "Read the status",
        effect: "read",
        idempotency: "safe",
        requiredScopes: [],
        run,
      }),
    ],
    translations: { "List your notes": { de: "Notizen auflisten" }, "Read your notes": { de: "Ihre Notizen lesen" } },
  });
}

/** Returns the provider's OAuth auth. @throws RangeError if it has none. */
export function requireAuth(provider: Provider): OAuthAuth {
  const auth = oauthAuthOf(provider);
  if (auth === null) throw new RangeError("The provider has no OAuth.");
  return auth;
}

/**
 * Token and revocation requests have what the provider's own client sends, and no field that the provider doesn't
 * document.
 *
 * Read on 2026-11-28 in: google-auth-library 10 (`oauth2client.js`; form, `code_verifier`, revocation with only the
 * token),
 * @octokit/oauth-methods 6 (`exchange-web-flow-code.js`), @slack/web-api 8.2.0 and @slack/oauth (`oauth.v2.access` with
 * `client_id` and `client_secret`, `auth.revoke` with the token as bearer), @notionhq/client 5.26
 * (`unencodedCredential`, `oauth.d.ts`), jira.js 6.2.0 (`services/oauth2/helpers.ts`), HubSpot's pages of
 * `/oauth/2026-03/token` and `/oauth/2026-03/token/revoke`, and Linear's OAuth page.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { oauthAuthOf, type ExchangeFacts, type ProviderRequest } from "@svc/provider-kit";
import { registeredProviders } from "../../../src/app/providers.ts";
import { createRevokeToken } from "../../../src/domain/oauth/revocation.ts";
import { createTokenEndpoint } from "../../../src/domain/oauth/token-endpoint.ts";

/** An id and a secret like the vendors' own: with characters that an encoding changes. */
const app = { clientId: "3336676.463558a3-725e", clientSecret: "secret_A-b.c+d/e", name: "" };
const raw = `Basic ${btoa(`${app.clientId}:${app.clientSecret}`)}`;
const exchange = ["code", "grant_type", "redirect_uri"];
const posted = ["client_id", "client_secret"];

type Expected = {
  format: "form" | "json";
  authorization?: string;
  exchange: readonly string[];
  refresh: readonly string[];
  /** The fields of a revocation; null if it has no body, undefined if there is no revocation. */
  revoke?: readonly string[] | null;
};

const google: Expected = {
  format: "form",
  exchange: [...exchange, ...posted, "code_verifier"],
  refresh: ["grant_type", "refresh_token", ...posted],
  revoke: ["token"],
};
const { revoke: _, ...withoutRevocation } = google;

const expected: Readonly<Record<string, Expected>> = {
  gmail: google,
  "google-calendar": google,
  "google-drive": google,
  "google-sheets": google,
  github: withoutRevocation,
  // Atlassian's page names no verifier; jira.js sends none, other clients do, and the server takes it.
  jira: { ...withoutRevocation, format: "json" },
  hubspot: { ...google, revoke: [...posted, "token", "token_type_hint"] },
  linear: { ...google, revoke: null },
  notion: {
    format: "json",
    authorization: raw,
    exchange,
    refresh: ["grant_type", "refresh_token"],
    revoke: ["token"],
  },
  // stripe 23.1.0 (`OAuth.js`) sends the secret key as a bearer token; the page also documents it as `client_secret`.
  stripe: { ...withoutRevocation, exchange: [...exchange, ...posted], revoke: ["client_id", "stripe_user_id"] },
  slack: {
    format: "form",
    exchange: [...exchange, ...posted],
    refresh: ["grant_type", "refresh_token", ...posted],
    revoke: null,
  },
};

const oauthProviders = registeredProviders.flatMap(({ provider }) => {
  const auth = oauthAuthOf(provider);
  return auth === null ? [] : [{ provider, auth }];
});

test("every OAuth provider is compared", () => {
  assert.deepEqual(oauthProviders.map(({ provider }) => provider.slug).sort(), Object.keys(expected).sort());
});

for (const { provider, auth } of oauthProviders) {
  test(`${provider.slug}: authenticates as its own client does, and sends only documented fields`, async () => {
    const facts: ExchangeFacts = { kind: "lost", reason: "reset" };
    const sent: { headers: Readonly<Record<string, string>>; request: ProviderRequest }[] = [];
    const deps = {
      transport: {
        open: (_slug: string, { headers }: { headers: Readonly<Record<string, string>> }) => ({
          send: (request: ProviderRequest) => (sent.push({ headers, request }), Promise.resolve(facts)),
          close: () => undefined,
        }),
      },
      platform: { monotonicMs: () => 0, nowMs: () => 0 },
      timeoutMs: 10_000,
    };
    const subject = { provider, auth, app, scopes: [] };
    const tokensOf = { accessToken: "access-1", refreshToken: "refresh-1", expiresAt: null, scopes: [] };
    const credential = { ...tokensOf, facts: { account_id: "acct_1" } };
    const tokens = createTokenEndpoint(deps);
    await tokens.exchangeCode(subject, {
      code: "code-1",
      verifier: "v".repeat(43),
      redirectUri: "https://svc.example/cb",
    });
    await tokens.refresh(subject, credential);
    await createRevokeToken(deps)(subject, credential);
    const wanted = expected[provider.slug] ?? assert.fail();
    const names = sent.map(({ request: { form, json } }) => {
      const body = wanted.format === "json" ? json : form;
      return body === undefined ? null : Object.keys(body as object).sort();
    });
    const sorted = (fields: readonly string[] | null) => (fields === null ? null : [...fields].sort());
    const revoked = wanted.revoke === undefined ? [] : [sorted(wanted.revoke)];
    assert.deepEqual(names, [sorted(wanted.exchange), sorted(wanted.refresh), ...revoked]);
    for (const { headers, request } of sent.filter(({ request: { form, json } }) => (form ?? json) !== undefined)) {
      const { revocation } = auth.server;
      const authentication = request.path === revocation?.path ? revocation.authentication : "app";
      const own = {
        app: wanted.authorization,
        bearer: undefined,
        none: undefined,
        secret: `Bearer ${app.clientSecret}`,
      };
      assert.equal(headers["authorization"], own[authentication]);
    }
  });
}

/** The token endpoint: the one request that is sent, and the verdict on each response. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExchangeFacts, OAuthAuth, ProviderRequest } from "@svc/provider-kit";
import type { TokenResult } from "../../../src/domain/oauth/port.ts";
import { createTokenEndpoint } from "../../../src/domain/oauth/token-endpoint.ts";
import { requireAuth, makeAcme } from "./acme.ts";

const nowMs = 1_800_000_000_000;
const grant = {
  code: "code-1",
  verifier: "v".repeat(43),
  redirectUri: "https://svc.example.com/connect/oauth/acme/callback",
};
const storedCredential = { accessToken: "old", refreshToken: "refresh-1", expiresAt: nowMs, scopes: ["notes"] };
const granted = {
  access_token: "token-1",
  token_type: "Bearer",
  expires_in: 3600,
  refresh_token: "refresh-2",
  scope: "notes people",
};

type Sent = {
  provider: string;
  service: unknown;
  headers: Readonly<Record<string, string>>;
  deadlineMs: number;
  request: ProviderRequest;
};

function answered(body: unknown, status = 200): ExchangeFacts {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    kind: "answered",
    status,
    requestId: null,
    retryAfterSeconds: null,
    headers: {},
    body: { kind: "complete", text },
  };
}

function endpointWith(facts: ExchangeFacts, server: Partial<OAuthAuth["server"]> = {}) {
  const sent: Sent[] = [];
  let open = 0;
  const provider = makeAcme({ server });
  const endpoint = createTokenEndpoint({
    transport: {
      open: (slug, { service, headers, deadlineMs }) => {
        open += 1;
        return {
          send: (request) => (
            sent.push({ provider: slug, service, headers, deadlineMs, request }),
            Promise.resolve(facts)
          ),
          close: () => void (open -= 1),
        };
      },
    },
    platform: { monotonicMs: () => 5, nowMs: () => nowMs },
    timeoutMs: 10_000,
  });
  const app = { clientId: "client 1", clientSecret: "s3cret:+", name: "" };
  const subject = { provider, auth: requireAuth(provider), app, scopes: ["notes", "people"] };
  return {
    sent,
    isClosed: () => open === 0,
    exchange: () => endpoint.exchangeCode(subject, grant),
    refresh: () => endpoint.refresh(subject, storedCredential),
  };
}

test("exchanges a code with one form that has the original verifier and redirect URI", async () => {
  const { exchange, sent, isClosed } = endpointWith(answered(granted));
  assert.deepEqual(await exchange(), {
    kind: "granted",
    credential: {
      accessToken: "token-1",
      refreshToken: "refresh-2",
      expiresAt: nowMs + 3_600_000,
      scopes: ["notes", "people"],
    },
  });
  const form = {
    grant_type: "authorization_code",
    code: grant.code,
    code_verifier: grant.verifier,
    redirect_uri: grant.redirectUri,
    client_id: "client 1",
    client_secret: "s3cret:+",
  };
  const request = { method: "POST", path: ["oauth", "token"], form };
  assert.deepEqual(sent, [{ provider: "acme", service: "authorization", headers: {}, deadlineMs: 10_005, request }]);
  assert.equal(isClosed(), true);
});

test("a token endpoint may end in a slash", async () => {
  const { exchange, sent } = endpointWith(answered(granted), { tokenPath: ["o", "token", ""] });
  await exchange();
  const [{ request }] = sent as [Sent];
  assert.deepEqual([request.path, request.endsInSlash], [["o", "token"], true]);
});

test("an app with HTTP Basic authentication sends its secret only in the header, encoded per RFC 6749 §2.3.1", async () => {
  const { exchange, sent } = endpointWith(answered(granted), { clientAuthentication: "client_secret_basic" });
  assert.equal((await exchange()).kind, "granted");
  const [{ headers, request }] = sent as [Sent];
  assert.equal(headers["authorization"], `Basic ${btoa("client+1:s3cret%3A%2B")}`);
  assert.equal(JSON.stringify(request).includes("s3cret"), false);
});

test("every token request has the declared parameters, such as the resource", async () => {
  const tokenParameters = { resource: "https://notes.example.com/mcp" };
  const { exchange, refresh, sent } = endpointWith(answered(granted), { tokenParameters });
  await exchange();
  await refresh();
  assert.deepEqual(
    sent.map(({ request }) => request.form?.["resource"]),
    [tokenParameters.resource, tokenParameters.resource],
  );
});

test("a refresh keeps what the response leaves out: the refresh token and the scopes", async () => {
  const { refresh, sent } = endpointWith(answered({ access_token: "token-2", token_type: "bearer" }));
  assert.deepEqual(await refresh(), {
    kind: "granted",
    credential: { accessToken: "token-2", refreshToken: "refresh-1", expiresAt: null, scopes: ["notes"] },
  });
  assert.deepEqual(sent[0]?.request.form, {
    grant_type: "refresh_token",
    refresh_token: "refresh-1",
    client_id: "client 1",
    client_secret: "s3cret:+",
  });
});

const invalidGrant: TokenResult = { kind: "refused", error: "invalid_grant" };
const other: TokenResult = { kind: "refused", error: "other" };
const unsure: TokenResult = { kind: "unsure", sent: true };
const big = { ...granted, padding: "x".repeat(64 * 1024) };

const responses: readonly [string, ExchangeFacts, TokenResult][] = [
  ["400 invalid_grant", answered({ error: "invalid_grant" }, 400), invalidGrant],
  ["200 with invalid_grant", answered({ error: "invalid_grant", error_description: "x" }), invalidGrant],
  ["200 with an error and a token", answered({ ...granted, error: "invalid_grant" }), invalidGrant],
  ["the provider's own error code", answered({ error: "bad_code" }), invalidGrant],
  ["401 invalid_client", answered({ error: "invalid_client" }, 401), other],
  ["400 invalid_scope", answered({ error: "invalid_scope" }, 400), other],
  ["an unknown error", answered({ error: "nonsense" }, 400), other],
  ["429 with invalid_grant", answered({ error: "invalid_grant" }, 429), unsure],
  ["500 with invalid_grant", answered({ error: "invalid_grant" }, 500), unsure],
  ["temporarily_unavailable", answered({ error: "temporarily_unavailable" }, 400), unsure],
  ["400 without an error", answered({}, 400), unsure],
  ["400 with an error that is not text", answered({ error: 7 }, 400), unsure],
  ["a redirect", answered("", 302), unsure],
  ["201", answered(granted, 201), unsure],
  ["not JSON", answered("<html>"), unsure],
  ["a list", answered([granted]), unsure],
  ["too large", answered(big), unsure],
  ["truncated", { ...answered(""), body: { kind: "unreadable", reason: "truncated" } } as ExchangeFacts, unsure],
  ["lost", { kind: "lost", reason: "reset" }, unsure],
  ["not sent", { kind: "not_sent", reason: "connect" }, { kind: "unsure", sent: false }],
  ["no token", answered({ ...granted, access_token: undefined }), unsure],
  ["a token with a line break", answered({ ...granted, access_token: "a\nb" }), unsure],
  ["a token that is too long", answered({ ...granted, access_token: "a".repeat(8193) }), unsure],
  ["no token type", answered({ ...granted, token_type: undefined }), unsure],
  ["another token type", answered({ ...granted, token_type: "DPoP" }), unsure],
  ["scopes as a list", answered({ ...granted, scope: ["notes"] }), unsure],
  ["an invalid scope", answered({ ...granted, scope: 'no"tes' }), unsure],
];

for (const [name, facts, expected] of responses) {
  test(`judges a response: ${name}`, async () => {
    const { exchange, sent, isClosed } = endpointWith(facts, { invalidGrantErrors: ["bad_code"] });
    assert.deepEqual(await exchange(), expected);
    assert.equal(sent.length, 1, "never repeated");
    assert.equal(isClosed(), true);
  });
}

const ownForm = { errorMember: ["status"], invalidGrantErrors: ["BAD_TOKEN"] };
const ownResponses: readonly [string, ExchangeFacts, TokenResult][] = [
  ["its own word for a dead grant", answered({ status: "BAD_TOKEN" }, 400), invalidGrant],
  ["another word", answered({ status: "BAD_SECRET" }, 400), other],
  ["the standard's word next to its own", answered({ status: "error", error: "invalid_grant" }, 400), invalidGrant],
  ["a word that isn't text", answered({ status: 7 }, 400), unsure],
  ["its own word from a server in trouble", answered({ status: "BAD_TOKEN" }, 503), unsure],
  [
    "the same member in a response with a token",
    answered({ ...granted, status: "BAD_TOKEN" }),
    {
      kind: "granted",
      credential: {
        accessToken: granted.access_token,
        refreshToken: granted.refresh_token,
        expiresAt: nowMs + 3_600_000,
        scopes: ["notes", "people"],
      },
    },
  ],
];

for (const [name, facts, expected] of ownResponses) {
  test(`judges a response of a server that names errors elsewhere: ${name}`, async () => {
    assert.deepEqual(await endpointWith(facts, ownForm).exchange(), expected);
  });
}

test("one odd lifetime or refresh token doesn't use up the code in vain", async () => {
  const read = async (change: object) => {
    const result = await endpointWith(answered({ ...granted, ...change })).exchange();
    return result.kind === "granted" ? [result.credential.expiresAt, result.credential.refreshToken] : result.kind;
  };
  assert.deepEqual(await read({ expires_in: "3599" }), [nowMs + 3_599_000, granted.refresh_token]);
  assert.deepEqual(await read({ expires_in: 1e15 }), [nowMs + 315_360_000_000, granted.refresh_token]);
  for (const expires_in of [0, -1, "soon", {}])
    assert.deepEqual(await read({ expires_in }), [null, granted.refresh_token]);
  for (const refresh_token of ["", "a b", 7])
    assert.deepEqual(await read({ refresh_token }), [nowMs + 3_600_000, null]);
});

test("ignores an ID token and other extra members; null means absent; an empty scope is none", async () => {
  const more = { ...granted, id_token: "junk", refresh_token: null, scope: "", token_type: "BEARER" };
  assert.deepEqual(await endpointWith(answered(more)).exchange(), {
    kind: "granted",
    credential: { accessToken: "token-1", refreshToken: null, expiresAt: nowMs + 3_600_000, scopes: [] },
  });
});

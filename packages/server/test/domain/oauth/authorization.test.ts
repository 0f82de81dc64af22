/** The authorization request, and the verdict on valid and invalid responses. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import {
  authorizationRequestUrl,
  issuersAt,
  judgeAuthorizationResponse,
  readState,
  type AuthorizationVerdict,
} from "../../../src/domain/oauth/authorization.ts";
import { requireAuth, issuer, makeAcme } from "./acme.ts";

const request = {
  origin: "http://127.0.0.1:7000",
  clientId: "client 1",
  redirectUri: "https://svc.example.com/connect/oauth/acme/callback",
  scopes: ["notes", "people"],
  state: "cos_1",
  verifier: "v".repeat(43),
};

test("sends the request to the server's endpoint with everything that binds its response", async () => {
  const { server } = requireAuth(makeAcme());
  const url = new URL(await authorizationRequestUrl({ ...request, server }));
  assert.equal(url.origin + url.pathname, "http://127.0.0.1:7000/oauth/authorize");
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    prompt: "consent",
    response_type: "code",
    client_id: "client 1",
    redirect_uri: request.redirectUri,
    scope: "notes people",
    state: "cos_1",
    code_challenge: createHash("sha256").update(request.verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  assert.equal(url.href.includes(request.verifier), false);
});

test("the provider's parameters can't replace ours, and no scope is requested if none is needed", async () => {
  const { server } = requireAuth(
    makeAcme({ server: { authorizationParameters: { state: "x", response_type: "token" } } }),
  );
  const url = new URL(await authorizationRequestUrl({ ...request, server, scopes: [] }));
  assert.deepEqual(url.searchParams.getAll("state"), ["cos_1"]);
  assert.deepEqual(url.searchParams.getAll("response_type"), ["code"]);
  assert.equal(url.searchParams.has("scope"), false);
});

test("keeps issuers exact, and moves them with a server that is reached at another origin", () => {
  const { server } = requireAuth(makeAcme({ server: { issuers: [`${issuer}/login/oauth`, `${issuer}/`] } }));
  assert.deepEqual(issuersAt(server, issuer), [`${issuer}/login/oauth`, `${issuer}/`]);
  assert.deepEqual(issuersAt(server, "http://127.0.0.1:7000"), [
    "http://127.0.0.1:7000/login/oauth",
    "http://127.0.0.1:7000/",
  ]);
});

const malformed: AuthorizationVerdict = { kind: "refused", reason: "malformed" };
const iss = `iss=${encodeURIComponent(issuer)}`;
const verdicts: readonly [string, string, AuthorizationVerdict][] = [
  ["a code", `code=c1&state=s&${iss}&session_state=x`, { kind: "code", code: "c1" }],
  ["a denial", `error=access_denied&state=s&${iss}`, { kind: "denied" }],
  ["another error", `error=server_error&error_description=x&state=s&${iss}`, { kind: "error" }],
  ["no issuer", "code=c1&state=s", { kind: "refused", reason: "issuer_missing" }],
  ["a denial without an issuer", "error=access_denied&state=s", { kind: "refused", reason: "issuer_missing" }],
  ["another issuer", "code=c1&state=s&iss=https%3A%2F%2Fevil.example", { kind: "refused", reason: "issuer_unknown" }],
  ["an issuer with an additional slash", `code=c1&state=s&${iss}%2F`, { kind: "refused", reason: "issuer_unknown" }],
  [
    "an issuer in upper case",
    `code=c1&state=s&${iss.toUpperCase()}&iss=${issuer.toUpperCase()}`,
    { kind: "refused", reason: "issuer_unknown" },
  ],
  ["an empty issuer", "code=c1&state=s&iss=", { kind: "refused", reason: "issuer_unknown" }],
  ["a code twice", `code=c1&code=c2&state=s&${iss}`, malformed],
  ["an issuer twice", `code=c1&state=s&${iss}&${iss}`, malformed],
  ["neither code nor error", `state=s&${iss}`, malformed],
  ["both code and error", `code=c1&error=access_denied&state=s&${iss}`, malformed],
  ["an empty code", `code=&state=s&${iss}`, malformed],
  ["a code with a space", `code=a+b&state=s&${iss}`, malformed],
  ["a code that is too long", `code=${"c".repeat(8193)}&state=s&${iss}`, malformed],
  ["an error with an invalid code", `error=%0a&state=s&${iss}`, malformed],
  ["a code together with a token", `code=c1&access_token=t&state=s&${iss}`, malformed],
  ["a wrapped response", `response=j&state=s&${iss}`, malformed],
];
for (const [name, query, expected] of verdicts) {
  test(`judges a response: ${name}`, () => {
    const verdict = judgeAuthorizationResponse(new URLSearchParams(query), { issuers: [issuer], sendsIss: true });
    assert.deepEqual(verdict, expected);
  });
}

test("checks an issuer even if the server is not expected to send one", () => {
  const expected = { issuers: [issuer], sendsIss: false };
  assert.equal(judgeAuthorizationResponse(new URLSearchParams("code=c1&state=s"), expected).kind, "code");
  assert.equal(judgeAuthorizationResponse(new URLSearchParams("code=c1&state=s&iss=x"), expected).kind, "refused");
});

test("returns the state only if there is exactly one", () => {
  assert.equal(readState(new URLSearchParams("state=a")), "a");
  assert.equal(readState(new URLSearchParams("state=a&state=a")), null);
  assert.equal(readState(new URLSearchParams("code=a")), null);
});

/** Registrations of an app (RFC 7591): what svc takes from a server's response, and what it refuses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkReview,
  InspectionFault,
  registerApp,
  reviewFrom,
  type AuthorizationFacts,
  type Fetch,
} from "../src/index.ts";
import { notesFacts } from "./connected.ts";

const callback = "https://svc.example.com/connect/oauth/notes/callback";
const endpoint = "https://auth.example.com/register";
const metadata = { redirect_uris: [callback], token_endpoint_auth_method: "client_secret_basic" };

/** Registers at a server that responds like this. @returns the app, and what was sent. */
async function registered(status: number, response: unknown, method = metadata.token_endpoint_auth_method) {
  const sent: { url: string; body: string }[] = [];
  const respond: Fetch = (url, { body = "" }) => {
    sent.push({ url, body });
    return Promise.resolve({ status, header: () => null, text: JSON.stringify(response) });
  };
  return { app: await registerApp(endpoint, { ...metadata, token_endpoint_auth_method: method }, respond), sent };
}

test("registers once, and keeps the client ID, the secret and when it ends", async () => {
  const { app, sent } = await registered(201, {
    client_id: "a",
    client_secret: "s",
    client_secret_expires_at: 1_900_000_000,
  });
  assert.deepEqual(app, { clientId: "a", clientSecret: "s", secretExpiresAt: 1_900_000_000 });
  assert.deepEqual(
    sent.map(({ url, body }) => [url, JSON.parse(body) as unknown]),
    [[endpoint, metadata]],
  );
});

test("a secret that never ends has no end, and an app without a secret has none", async () => {
  const never = await registered(201, { client_id: "a", client_secret: "s", client_secret_expires_at: 0 });
  assert.equal(never.app.secretExpiresAt, null);
  const open = await registered(201, { client_id: "a", client_secret: "ignored" }, "none");
  assert.equal(open.app.clientSecret, null);
});

const refused: readonly (readonly [name: string, status: number, response: unknown, why: RegExp])[] = [
  ["a server that lets only its users register", 401, {}, /only its own users/],
  [
    "a refusal",
    400,
    { error: "invalid_redirect_uri", error_description: "canary" },
    /refused to register an app \(400\)/,
  ],
  ["a redirect", 302, {}, /refused/],
  ["a response that isn't JSON", 201, "text", /isn't JSON/],
  ["no client ID", 201, { client_secret: "s" }, /without a client ID/],
  ["a client ID that breaks lines", 201, { client_id: "a\nb", client_secret: "s" }, /without a client ID/],
  ["no secret", 201, { client_id: "a" }, /without a secret/],
  [
    "another callback",
    201,
    { client_id: "a", client_secret: "s", redirect_uris: ["https://other.example"] },
    /another callback/,
  ],
  [
    "another way to authenticate",
    201,
    { client_id: "a", client_secret: "s", token_endpoint_auth_method: "client_secret_post" },
    /set clientAuthentication to client_secret_post/,
  ],
  [
    "a way that svc doesn't have",
    201,
    { client_id: "a", token_endpoint_auth_method: "private_key_jwt" },
    /another way/,
  ],
];

for (const [name, status, response, why] of refused) {
  test(`refuses ${name}, in svc's own words`, async () => {
    await assert.rejects(registered(status, response), (error) => {
      assert.ok(error instanceof InspectionFault);
      assert.match(error.message, why);
      assert.doesNotMatch(error.message, /canary/);
      return true;
    });
  });
}

const facts: AuthorizationFacts = {
  issuer: "https://auth.example.com",
  authorizationEndpoint: "https://auth.example.com/authorize",
  tokenEndpoint: "https://auth.example.com/token",
  registrationEndpoint: endpoint,
  acceptsClientDocument: true,
  scopes: [],
  sendsIss: true,
  clientAuthentication: ["client_secret_post", "none"],
  resource: "https://notes.example.com/mcp",
};

/** What a review says about the app of a server with these facts. */
function appOf(change: Partial<AuthorizationFacts>): unknown {
  const authorization = { ...facts, ...change };
  const review = reviewFrom("notes", { ...notesFacts("https://notes.example.com/mcp"), authorization });
  assert.equal(checkReview(review).ok, true);
  return review.auth.kind === "oauth" ? [review.auth.app, review.auth.clientAuthentication] : null;
}

test("prefers the document to a registered app, and that to one of the operator's", () => {
  assert.deepEqual(appOf({}), ["document", "none"]);
  assert.deepEqual(appOf({ clientAuthentication: [] }), ["document", "none"]);
  assert.deepEqual(appOf({ clientAuthentication: ["client_secret_post"] }), ["registered", "client_secret_post"]);
  assert.deepEqual(appOf({ acceptsClientDocument: false }), ["registered", "client_secret_post"]);
  assert.deepEqual(appOf({ acceptsClientDocument: false, clientAuthentication: ["none"] }), ["registered", "none"]);
  const own = { acceptsClientDocument: false, registrationEndpoint: null, clientAuthentication: [] };
  assert.deepEqual(appOf(own), ["own", "client_secret_basic"]);
});

test("refuses a review whose app can't be", () => {
  const review = reviewFrom("notes", { ...notesFacts("https://notes.example.com/mcp"), authorization: facts });
  const { auth } = review;
  assert.ok(auth.kind === "oauth");
  for (const [change, pointer] of [
    [{ clientAuthentication: "client_secret_basic" }, "/auth/clientAuthentication"],
    [{ app: "registered", registrationEndpoint: null }, "/auth/app"],
    [{ registrationEndpoint: "http://auth.example.com/register" }, "/auth/registrationEndpoint"],
  ] as const) {
    const checked = checkReview({ ...review, auth: { ...auth, ...change } });
    assert.deepEqual(checked.ok ? [] : checked.faults.map((fault) => fault.pointer), [pointer]);
  }
});

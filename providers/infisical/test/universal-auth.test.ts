/**
 * Logins with Universal Auth: the request, the parts of the response that svc keeps, failures, and the tokens'
 * lifetime.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, exerciseTraps, opening, type TrapRun } from "@svc/provider-kit/testing";
import { clients, projectId, startInfisicalSimulator, tokens, type Switches } from "../simulator/index.ts";
import { organization } from "../simulator/world.ts";
import { identityAuth } from "../src/auth.ts";
import { infisical } from "../src/index.ts";
import { login } from "../src/universal-auth.ts";
import { infisicalSecrets } from "./examples.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const loginPath = "/api/v1/auth/universal-auth/login";
const when = opening(openSimulated);

/** A login that is refused after one request. The suite checks that the refusal doesn't contain the client secret. */
const refused = (switches: Partial<Switches>, code: string, why: RegExp, change: object = {}) => ({
  ...when(switches, { ...clients.everything, ...change })(["identify", {}, code, why]),
  sends: [],
  after: ({ sent }: Simulated) => assert.deepEqual(sent(), [`POST ${loginPath}`]),
});
const distrusted: TrapRun = ["identify", {}, "PROVIDER_FORBIDDEN", /IP address/];

exerciseTraps(infisical, openSimulated, infisicalSecrets, {
  "only a login sends the client ID and the client secret; later requests carry the token": {
    ...when({}, clients.everything)(["identify", {}, { slug: organization.id, name: organization.name }]),
    after({ simulator, sent }) {
      assert.deepEqual(sent(), [`POST ${loginPath}`, "GET /api/v1/identities/details", "GET /api/v1/projects"]);
      const [first, ...others] = simulator.ledger.requests;
      const { client_id: clientId, client_secret: clientSecret } = clients.everything;
      assert.deepEqual(JSON.parse(first?.bodyText ?? ""), { clientId, clientSecret });
      assert.equal(first?.headers["authorization"], undefined);
      for (const { headers, path, query, bodyText } of others) {
        assert.equal(headers["authorization"], "Bearer");
        assert.ok(!JSON.stringify([headers, path, query, bodyText]).includes(clientSecret));
      }
    },
  },
  "another client's secret is dead": refused(
    {},
    "PROVIDER_UNAUTHORIZED",
    /doesn't accept the client ID with this client secret/,
    { client_secret: clients.describer.client_secret },
  ),
  "an unknown client is dead": refused({}, "PROVIDER_UNAUTHORIZED", /doesn't accept/, {
    client_id: clients.everything.client_id.replace("9f", "00"),
  }),
  "a client secret that has expired is dead": refused({ login: "expired" }, "PROVIDER_UNAUTHORIZED", /has expired/),
  "a client secret without uses is dead": refused({ login: "used_up" }, "PROVIDER_UNAUTHORIZED", /no uses left/),
  "a locked client is a rate limit, not a refusal": refused(
    { login: "locked" },
    "PROVIDER_RATE_LIMITED",
    /locked this client ID for a few minutes/,
  ),
  "a rate limit on logins isn't a refusal": refused(
    { login: "limited" },
    "PROVIDER_RATE_LIMITED",
    /rate limit for logins/,
  ),
  "a fault during the login isn't a refusal": refused({ login: "unavailable" }, "PROVIDER_ERROR", /^$/),
  "names the cause if the client doesn't trust the address": refused(
    { distrusts: "logins" },
    "PROVIDER_FORBIDDEN",
    /this service's IP address/,
  ),
  "the token of a login from an address that the identity doesn't trust isn't mistaken for a user's": when(
    { distrusts: "tokens" },
    clients.everything,
  )(distrusted),
  "a token from an address that the identity doesn't trust isn't mistaken for a user's": when(
    { distrusts: "tokens" },
    { access_token: tokens.everything },
  )(distrusted),
  "the token of a login isn't mistaken for a user's": {
    ...when({}, clients.everything)(["identify", {}, "PROVIDER_FORBIDDEN"]),
    responses: [answered(403, { error: "PermissionDenied", message: "no" })],
  },
});

test("accepts a login's token only with a lifetime, where 0 means that it doesn't expire", () => {
  const { read, refuse, request } = login(clients.everything);
  const whole = { accessToken: "t", expiresIn: 60, tokenType: "Bearer" };
  assert.deepEqual(request.responseBody, { keep: Object.keys(whole) });
  assert.deepEqual(read(whole), { token: "t", lifetimeSeconds: 60 });
  assert.deepEqual(read({ ...whole, expiresIn: 0 }), { token: "t", lifetimeSeconds: Infinity });
  for (const part of [{ accessToken: null }, { expiresIn: "60" }, { expiresIn: -1 }, { tokenType: "JWT" }]) {
    assert.equal(read({ ...whole, ...part }), null);
  }
  for (const body of [undefined, [], "text"]) assert.equal(read(body), null);
  const codeOf = (status: number, body: unknown) => refuse({ status, body, requestId: null, headers: {} }).code;
  assert.equal(codeOf(401, { error: "ValidationFailure" }), "PROVIDER_REJECTED");
  assert.equal(codeOf(404, undefined), "PROVIDER_REJECTED");
  assert.equal(codeOf(403, "text"), "PROVIDER_FORBIDDEN");
  assert.equal(codeOf(302, undefined), "PROVIDER_ERROR");
});

test("the token of a login works until it expires, with its identity's permissions", async () => {
  let nowMs = Date.parse("2026-11-27T12:00:00Z");
  const simulator = await startInfisicalSimulator({ nowMs: () => nowMs, switches: { tokenSeconds: 600 } });
  const tokenOf = async ({ client_id, client_secret }: (typeof clients)[keyof typeof clients]) => {
    const body = JSON.stringify({ clientId: client_id, clientSecret: client_secret });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${simulator.url}${loginPath}`, { method: "POST", headers, body });
    const issued = (await response.json()) as { accessToken: string; expiresIn: number };
    assert.equal(issued.expiresIn, 600);
    return issued.accessToken;
  };
  const at = `projectId=${projectId}&environment=prod&secretPath=/`;
  const statusOf = async (token: string, method = "GET") => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ projectId, environment: "prod", secretPath: "/", type: "shared" });
    const url = `${simulator.url}/api/v4/secrets/API_KEY?${at}`;
    return (await fetch(url, { method, headers, ...(method === "GET" ? {} : { body }) })).status;
  };
  try {
    const [everything, describer] = [await tokenOf(clients.everything), await tokenOf(clients.describer)];
    assert.notEqual(everything, describer);
    assert.equal(await statusOf(describer, "DELETE"), 403);
    nowMs += 600_000 - 1;
    assert.equal(await statusOf(everything), 200);
    nowMs += 1;
    assert.equal(await statusOf(everything), 401);
  } finally {
    await simulator.close();
  }
});

test("exchanges a client secret, and sends an access token in the headers", () => {
  const kept = (given: object) => identityAuth.kept?.from({ origin: "eu", ...given });
  const pair = kept(clients.everything);
  assert.deepEqual([identityAuth.credentialKind(pair), identityAuth.headers(pair)], ["universal_auth", {}]);
  assert.equal(identityAuth.bearer?.(pair)?.kind, "exchange");
  const token = kept({ access_token: "eyJ.a.b" });
  assert.deepEqual(identityAuth.headers(token), { authorization: "Bearer eyJ.a.b" });
  assert.deepEqual([identityAuth.credentialKind(token), identityAuth.bearer?.(token)], ["identity_access_token", null]);
  assert.equal(identityAuth.tokenOrigin, undefined, "the exchange goes to the connection's own server alone");
});

/** Logins with Universal Auth: what svc sends and keeps of the answer, how they fail, and when their tokens die. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderFailure } from "@svc/provider-kit";
import { answered, createPort, scriptedSend } from "@svc/provider-kit/testing";
import { clients, projectId, startInfisicalSimulator, tokens, type Switches } from "../simulator/index.ts";
import { organization } from "../simulator/world.ts";
import { identityAuth } from "../src/auth.ts";
import { infisical } from "../src/index.ts";
import { login } from "../src/universal-auth.ts";
import { openSimulated, type Given, type Simulated } from "./simulated.ts";

const loginPath = "/api/v1/auth/universal-auth/login";

/** The account that a client belongs to, or why it is refused; and what the server got. */
async function identify(given: Given, switches: Partial<Switches> = {}) {
  const { send, simulator, close } = await openSimulated(given, switches);
  try {
    return { found: await identifyBy(send, identityAuth.credentialKind(given)), requests: simulator.ledger.requests };
  } finally {
    await close();
  }
}

async function identifyBy(
  send: Simulated["send"],
  credentialKind: string,
): Promise<{ code?: string; detail?: string }> {
  const { port } = createPort(infisical, { credentialKind, send });
  const found: object = await identityAuth.identify(port).catch((failure: unknown) => {
    assert.ok(failure instanceof ProviderFailure);
    return failure.refusal;
  });
  return found;
}

test("logs in with the client ID and the client secret, and carries only the token from then on", async () => {
  const { found, requests } = await identify(clients.everything);
  assert.deepEqual(found, { slug: organization.id, name: organization.name, credentialExpiresAt: null });
  const [first, ...others] = requests;
  assert.deepEqual(
    requests.map(({ method, path }) => `${method} ${path}`),
    [`POST ${loginPath}`, "GET /api/v1/identities/details", "GET /api/v1/projects"],
  );
  const { client_id: clientId, client_secret: clientSecret } = clients.everything;
  assert.deepEqual(JSON.parse(first?.bodyText ?? ""), { clientId, clientSecret });
  assert.equal(first?.headers["authorization"], undefined);
  for (const { headers, path, query, bodyText } of others) {
    assert.equal(headers["authorization"], "Bearer");
    assert.ok(!JSON.stringify([headers, path, query, bodyText]).includes(clientSecret));
  }
});

test("tells a dead client secret from a lock, a limit, a distrusted address and a fault, with one request", async () => {
  const wrong = { ...clients.everything, client_secret: clients.describer.client_secret };
  const unknown = { ...clients.everything, client_id: clients.everything.client_id.replace("9f", "00") };
  for (const [given, switches, code, why] of [
    [wrong, {}, "PROVIDER_UNAUTHORIZED", /doesn't accept the client ID with this client secret/],
    [unknown, {}, "PROVIDER_UNAUTHORIZED", /doesn't accept/],
    [clients.everything, { login: "expired" }, "PROVIDER_UNAUTHORIZED", /has expired/],
    [clients.everything, { login: "used_up" }, "PROVIDER_UNAUTHORIZED", /no uses left/],
    [clients.everything, { login: "locked" }, "PROVIDER_RATE_LIMITED", /locked this client ID for some minutes/],
    [clients.everything, { login: "limited" }, "PROVIDER_RATE_LIMITED", /limits logins/],
    [clients.everything, { login: "unavailable" }, "PROVIDER_ERROR", /^$/],
    [clients.everything, { distrusts: "logins" }, "PROVIDER_FORBIDDEN", /this service's IP address/],
  ] as const) {
    const { found, requests } = await identify(given, switches);
    assert.equal(found.code, code);
    assert.match(found.detail ?? "", why);
    assert.deepEqual([requests.length, requests[0]?.path], [1, loginPath]);
    assert.ok(!JSON.stringify(found).includes(given.client_secret));
  }
});

test("a token from an address that the identity doesn't trust, or of a login, isn't mistaken for a user's", async () => {
  for (const given of [clients.everything, { access_token: tokens.everything }]) {
    const { found } = await identify(given, { distrusts: "tokens" });
    assert.deepEqual([found.code, /IP address/.test(found.detail ?? "")], ["PROVIDER_FORBIDDEN", true]);
  }
  const { send } = scriptedSend([answered(403, { error: "PermissionDenied", message: "no" })]);
  assert.equal((await identifyBy(send, "universal_auth")).code, "PROVIDER_FORBIDDEN");
});

test("an answer to a login is a token only with a lifetime, and one of 0 has no end", () => {
  const { read, refuse, request } = login(clients.everything);
  const whole = { accessToken: "t", expiresIn: 60, tokenType: "Bearer" };
  assert.deepEqual(request.answerBody, { keep: Object.keys(whole) });
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

test("the token of a login works until its end, for what its identity may do", async () => {
  let nowMs = Date.parse("2026-11-27T12:00:00Z");
  const simulator = await startInfisicalSimulator({ nowMs: () => nowMs, switches: { tokenSeconds: 600 } });
  const tokenOf = async ({ client_id, client_secret }: (typeof clients)[keyof typeof clients]) => {
    const body = JSON.stringify({ clientId: client_id, clientSecret: client_secret });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${simulator.url}${loginPath}`, { method: "POST", headers, body });
    const issued = (await answer.json()) as { accessToken: string; expiresIn: number };
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

test("a credential is exchanged or carried by its headers, and its kind says which", () => {
  const kept = (given: Given) => identityAuth.kept?.from({ origin: "eu", ...given });
  const pair = kept(clients.everything);
  assert.deepEqual([identityAuth.credentialKind(pair), identityAuth.headers(pair)], ["universal_auth", {}]);
  assert.equal(identityAuth.bearer?.(pair)?.kind, "exchange");
  const token = kept({ access_token: "eyJ.a.b" });
  assert.deepEqual(identityAuth.headers(token), { authorization: "Bearer eyJ.a.b" });
  assert.deepEqual([identityAuth.credentialKind(token), identityAuth.bearer?.(token)], ["identity_access_token", null]);
  assert.equal(identityAuth.tokenOrigin, undefined, "the exchange goes to the connection's own server alone");
});

/** Authorization servers that differ from the RFCs: scopes, token types, JSON, facts, ages, and how they revoke. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExchangeFacts, OAuthAuth, OAuthCredential, ProviderRequest } from "@svc/provider-kit";
import { isDue } from "../../../src/domain/connections/refresh-work.ts";
import { authorizationRequestUrl } from "../../../src/domain/oauth/authorization.ts";
import { createRevokeToken } from "../../../src/domain/oauth/revocation.ts";
import { createTokenEndpoint } from "../../../src/domain/oauth/token-endpoint.ts";
import { makeAcme, requireAuth } from "./acme.ts";

type Server = Partial<OAuthAuth["server"]>;
const credential: OAuthCredential = {
  accessToken: "access-1",
  refreshToken: "refresh-1",
  expiresAt: null,
  scopes: ["notes"],
};
const granted = { access_token: "token-1", token_type: "bot", scope: "notes,people" };

function answered(body: unknown, status = 200): ExchangeFacts {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const complete = { kind: "complete", text } as const;
  return { kind: "answered", status, requestId: null, retryAfterSeconds: null, headers: {}, body: complete };
}

function parts(facts: ExchangeFacts, server: Server, change: Partial<OAuthAuth> = {}, hasApp = true) {
  const sent: { headers: Readonly<Record<string, string>>; request: ProviderRequest }[] = [];
  const { connectionFacts = {} } = change;
  const provider = makeAcme({ server, connectionFacts });
  const auth = { ...requireAuth(provider), ...change };
  const deps = {
    transport: {
      open: (_slug: string, { headers }: { headers: Readonly<Record<string, string>> }) => ({
        send: (request: ProviderRequest) => (sent.push({ headers, request }), Promise.resolve(facts)),
        close: () => undefined,
      }),
    },
    platform: { monotonicMs: () => 5, nowMs: () => 1000 },
    timeoutMs: 10_000,
  };
  const app = { clientId: "client", clientSecret: "s:cret", name: "" };
  const subject = { provider, auth, app, scopes: ["notes", "people"] };
  const grant = { code: "code-1", verifier: "v".repeat(43), redirectUri: "https://svc.example.com/callback" };
  return {
    sent,
    exchange: () => createTokenEndpoint(deps).exchangeCode(subject, grant),
    refresh: (held = credential) => createTokenEndpoint(deps).refresh(subject, { ...held, refreshToken: "refresh-1" }),
    revoke: (held = credential) => createRevokeToken(deps)({ ...subject, app: hasApp ? app : undefined }, held),
  };
}

async function requested(server: Server): Promise<URLSearchParams> {
  const url = await authorizationRequestUrl({
    server: requireAuth(makeAcme({ server })).server,
    origin: "https://login.acme.example",
    clientId: "client",
    redirectUri: "https://svc.example.com/callback",
    scopes: ["notes", "notes:read", "people"],
    state: "state",
    verifier: "v".repeat(43),
  });
  return new URL(url).searchParams;
}

test("requests scopes with the server's separator and in its parameters, and PKCE unless it is switched off", async () => {
  const usual = await requested({});
  assert.deepEqual([usual.get("scope"), usual.get("code_challenge_method")], ["notes notes:read people", "S256"]);
  const other = await requested({
    scopeSeparator: ",",
    scopeParameters: { user_scope: ["people"], more: [] },
    pkce: false,
  });
  assert.deepEqual(
    [other.get("scope"), other.get("user_scope"), other.has("more")],
    ["notes,notes:read", "people", false],
  );
  assert.deepEqual([other.has("code_challenge"), other.has("code_challenge_method")], [false, false]);
  const { exchange, sent } = parts(answered({ ...granted, token_type: "bearer" }), { pkce: false });
  assert.equal((await exchange()).kind, "granted");
  assert.equal(Object.hasOwn(sent[0]?.request.form ?? {}, "code_verifier"), false);
});

test("sends token requests in JSON, with Basic authentication", async () => {
  const server: Server = { tokenRequest: "json", clientAuthentication: "client_secret_basic" };
  const { exchange, sent } = parts(answered({ ...granted, token_type: "bearer" }), server);
  assert.equal((await exchange()).kind, "granted");
  const [{ request, headers } = assert.fail()] = sent;
  assert.deepEqual([request.form, (request.json as { code: string }).code], [undefined, "code-1"]);
  assert.equal(headers["authorization"], `Basic ${btoa("client:s%3Acret")}`);
  assert.equal(JSON.stringify(request).includes("cret"), false);
});

test("sends the id and the secret of a Basic header unencoded if the server is declared so, on every request", async () => {
  const revocation = { path: ["revoke"], revokes: "access_token", authentication: "app" } as const;
  const server: Server = { clientAuthentication: "client_secret_basic_unencoded", revocation };
  const { exchange, refresh, revoke, sent } = parts(answered({ ...granted, token_type: "bearer" }), server);
  await exchange();
  await refresh();
  await revoke();
  const headers = sent.map(({ headers: { authorization } }) => authorization);
  assert.deepEqual(
    headers,
    Array.from({ length: 3 }, () => `Basic ${btoa("client:s:cret")}`),
  );
});

test("accepts only the declared token types", async () => {
  const kinds = async (server: Server) => {
    const types = ["bearer", "Bot", undefined, "mac", 7].map((token_type) => answered({ ...granted, token_type }));
    return await Promise.all(types.map(async (facts) => (await parts(facts, server).exchange()).kind));
  };
  assert.deepEqual(await kinds({}), ["granted", "unsure", "unsure", "unsure", "unsure"]);
  assert.deepEqual(await kinds({ tokenTypes: ["bot", null] }), ["unsure", "granted", "granted", "unsure", "unsure"]);
});

test("reads scopes from where the server has them, as one text or as a list", async () => {
  const scopesIn = async (response: object) => {
    const server: Server = { scopeMember: ["user", "scopes"], tokenTypes: ["bot"] };
    const result = await parts(answered({ ...granted, scope: "people", ...response }), server).exchange();
    return result.kind === "granted" ? result.credential.scopes : result.kind;
  };
  assert.deepEqual(await scopesIn({ user: { scopes: ["notes", "people"] } }), ["notes", "people"]);
  assert.deepEqual(await scopesIn({ user: { scopes: "notes,people" } }), ["notes", "people"]);
  assert.deepEqual(await scopesIn({}), ["notes", "people"], "without any, what was requested");
  for (const scopes of [7, [7], ["notes people"], {}]) assert.equal(await scopesIn({ user: { scopes } }), "unsure");
});

const connectionFacts = {
  team: { member: ["team", "id"], pattern: "^T[0-9]+$" },
  hub: { member: ["hub_id"], pattern: "^[0-9]+$", optional: true },
};

test("keeps declared members as facts, and a refresh changes none of them", async () => {
  const server: Server = { tokenTypes: ["bot"] };
  const factsIn = async (response: object) => {
    const result = await parts(answered({ ...granted, ...response }), server, { connectionFacts }).exchange();
    return result.kind === "granted" ? result.credential.facts : result.kind;
  };
  assert.deepEqual(await factsIn({ team: { id: "T1", name: "x" }, hub_id: 12 }), { team: "T1", hub: "12" });
  assert.deepEqual(await factsIn({ team: { id: "T1" } }), { team: "T1" });
  const wrong = [
    {},
    { team: null },
    { team: "T1" },
    { team: { id: "X" } },
    { team: { id: ["T1"] } },
    { team: [{ id: "T1" }] },
  ];
  for (const response of wrong) assert.equal(await factsIn(response), "unsure", JSON.stringify(response));
  assert.equal(await factsIn({ team: { id: "T1" }, hub_id: 1.5 }), "unsure");
  assert.equal(await factsIn({ access_token: "T123456789", team: { id: "T12345678" } }), "unsure", "part of the token");
  const held = { ...credential, facts: { team: "T1" } };
  const moved = answered({ ...granted, team: { id: "T2" }, refresh_token: "refresh-2" });
  const result = await parts(moved, server, { connectionFacts }).refresh(held);
  assert.ok(result.kind === "granted");
  assert.deepEqual([result.credential.facts, result.credential.refreshToken], [{ team: "T1" }, "refresh-2"]);
});

test("a token whose server never says when it expires is due by age, and never counts as expired", () => {
  const held = { ...credential, issuedAt: 0 };
  assert.equal(isDue(held, 3_600_000, 0), false);
  assert.equal(isDue(held, 3_599_999, 0, 3600), false);
  assert.equal(isDue(held, 3_600_000, 0, 3600), true);
  assert.equal(isDue(held, 3_400_000, 0.99, 3600), true, "replicas spread");
  assert.equal(isDue(credential, 9e12, 0, 3600), false, "its age isn't known");
  assert.equal(isDue({ ...held, expiresAt: 9e12 }, 8e12, 0, 3600), false, "its expiry is known");
});

test("revokes the declared token in the server's form", async () => {
  const fields = { token: "refresh-1" };
  const post = { method: "POST", path: ["revoke"] };
  const sentBy = async (authentication: "app" | "bearer" | "none", server: Server = {}, held = credential) => {
    const revokes = authentication === "bearer" ? "access_token" : "refresh_token";
    const revocation = { path: ["revoke"], revokes, authentication } as const;
    const { revoke, sent } = parts(answered(""), { ...server, revocation: { ...revocation, ...server.revocation } });
    assert.deepEqual(await revoke(held), { kind: "revoked" });
    return sent;
  };
  const client = { client_id: "client", client_secret: "s:cret" };
  assert.deepEqual(await sentBy("app"), [{ headers: {}, request: { ...post, form: { ...fields, ...client } } }]);
  const basic = { headers: { authorization: `Basic ${btoa("client:s%3Acret")}` }, request: { ...post, json: fields } };
  const json: Server = { tokenRequest: "json", clientAuthentication: "client_secret_basic" };
  assert.deepEqual(await sentBy("app", json), [basic]);
  assert.deepEqual(await sentBy("none"), [{ headers: {}, request: { ...post, form: fields } }]);
  assert.deepEqual(await sentBy("bearer"), [{ headers: { authorization: "Bearer access-1" }, request: post }]);
  const access = { token: "access-1", token_type_hint: "access_token" };
  const revocation = { path: ["revoke"], revokes: "refresh_token", authentication: "none", sendsHint: true } as const;
  const without = await sentBy("none", { revocation }, { ...credential, refreshToken: null });
  assert.deepEqual(without, [{ headers: {}, request: { ...post, form: access } }]);
});

test("names the connection instead of a token, with the app's secret as a bearer token, if the server wants that", async () => {
  const revocation = {
    path: ["end"],
    revokes: "access_token",
    authentication: "secret",
    names: { fact: "account_id", field: "account" },
  } as const;
  const connectionFacts = { account_id: { member: ["account"], pattern: "^acct-.+$" } };
  const held = { ...credential, facts: { account_id: "acct-1" } };
  const { revoke, sent } = parts(answered({ account: "acct-1" }), { revocation }, { connectionFacts });
  assert.deepEqual(await revoke(held), { kind: "revoked" });
  const form = { account: "acct-1", client_id: "client" };
  const request = { method: "POST", path: ["end"], form };
  assert.deepEqual(sent, [{ headers: { authorization: "Bearer s:cret" }, request }]);
  for (const facts of [{}, { other: "acct-1" }]) {
    const without = parts(answered(""), { revocation }, { connectionFacts });
    const ended = await without.revoke({ ...credential, facts });
    assert.deepEqual([ended, without.sent], [{ kind: "failed", reason: "no_fact" }, []]);
  }
});

test("reads a yes or no of the token response as a fact", async () => {
  const connectionFacts = { livemode: { member: ["livemode"], pattern: "^(?:true|false)$" } };
  const factOf = async (livemode: unknown) => {
    const result = await parts(
      answered({ ...granted, livemode }),
      { tokenTypes: ["bot"] },
      { connectionFacts },
    ).exchange();
    return result.kind === "granted" ? result.credential.facts : result.kind;
  };
  assert.deepEqual(await factOf(false), { livemode: "false" });
  assert.deepEqual(await factOf(true), { livemode: "true" });
  for (const other of [0, null, undefined, "maybe", ["true"], {}]) assert.equal(await factOf(other), "unsure");
});

test("says why a token may not have been revoked, quoting nothing from the response", async () => {
  const revocation = { path: ["revoke"], revokes: "access_token", authentication: "app" } as const;
  const cases: readonly (readonly [facts: ExchangeFacts, reason: string])[] = [
    [answered({ ok: false, error: "canary" }), "refused"],
    [answered({ error: "canary" }), "refused"],
    [answered("canary", 400), "status_400"],
    [answered("canary", 302), "status_302"],
    [answered("canary", 503), "status_503"],
    [{ kind: "lost", reason: "reset" }, "lost_reset"],
    [{ kind: "not_sent", reason: "dns" }, "not_sent_dns"],
  ];
  for (const [facts, reason] of cases) {
    const { revoke, sent } = parts(facts, { revocation });
    assert.deepEqual(await revoke(), { kind: "failed", reason });
    assert.equal(sent.length, 1);
  }
  for (const text of ["", "ok", "null", "{}"]) {
    assert.deepEqual(await parts(answered(text), { revocation }).revoke(), { kind: "revoked" });
  }
  const noApp = parts(answered(""), { revocation }, {}, false);
  assert.deepEqual([await noApp.revoke(), noApp.sent], [{ kind: "failed", reason: "no_app" }, []]);
  const unsupported = parts(answered(""), { revocation: undefined } as unknown as Server);
  assert.deepEqual([await unsupported.revoke(), unsupported.sent], [{ kind: "failed", reason: "not_supported" }, []]);
});

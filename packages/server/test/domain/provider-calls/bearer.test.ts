/** Bearer tokens of calls: exchanged once for a connection's calls, replaced when refused, and sent nowhere else. */
import assert from "node:assert/strict";
import { generateKeyPairSync, verify } from "node:crypto";
import { test } from "node:test";
import { ProviderFailure, type BearerExchange, type BearerSource, type ProviderPort } from "@svc/provider-kit";
import { createBearerTokens } from "../../../src/domain/provider-calls/bearer.ts";
import type { ChangeHooks } from "../../../src/domain/provider-calls/call.ts";
import type { ProviderTransport } from "../../../src/domain/provider-calls/port.ts";
import { systemPlatform } from "../../../src/platform.ts";
import {
  call,
  change,
  exchange,
  failureOf,
  issued,
  noToken,
  open,
  read,
  secret,
  type MakeBearer,
} from "./bearer-calls.ts";

test("exchanges the credential once for a connection's calls, and sends it nowhere else", async (t) => {
  const desk = await open(t, [issued("t-1")]);
  for (const _call of [1, 2]) await call(desk, read);
  assert.deepEqual(desk.lines(), ["POST /token undefined", "GET /me Bearer t-1", "GET /me Bearer t-1"]);
  const [asked, ...requests] = desk.received;
  assert.equal(asked?.body, `secret=${secret}`);
  assert.equal(asked.headers["x-desk"], undefined);
  for (const { headers, body } of requests) {
    assert.equal(headers["x-desk"], "1");
    assert.ok(!JSON.stringify([headers, body]).includes(secret));
  }
});

test("exchanges the credential at the connection's own origin, with its headers, if it has no token endpoint", async (t) => {
  const desk = await open(t, [issued("t-1")]);
  const listedOrigin = "prod https://desk.internal:8443";
  const opened: unknown[] = [];
  const transport: ProviderTransport = {
    open(provider, { listedOrigin: at, ...more }) {
      opened.push([more.service ?? "api", at, more.headers]);
      return desk.transport.open(provider, more);
    },
  };
  await call({ ...desk, transport, tokenOrigin: null, listedOrigin }, read);
  assert.deepEqual(opened, [
    ["api", listedOrigin, { "x-desk": "1" }],
    ["api", listedOrigin, { "x-desk": "1", authorization: "Bearer t-1" }],
  ]);
  assert.deepEqual(desk.lines(), ["POST /token undefined", "GET /me Bearer t-1"]);
});

test("doesn't exchange a credential that is sent in headers", async (t) => {
  const desk = await open(t);
  const { secrets } = await call({ ...desk, bearer: () => null }, read);
  assert.deepEqual(desk.lines(), ["GET /me undefined"]);
  assert.deepEqual(secrets, [secret]);
});

test("the token is one of the call's secrets, which nothing may repeat", async (t) => {
  const token = `header.payload.${"s1G".repeat(10)}`;
  const echo = { headers: { "x-request-id": token.slice(-20) }, body: {} };
  const { secrets, report } = await call(await open(t, [issued(token), echo]), read);
  assert.deepEqual(secrets, [secret, "s1G".repeat(10)]);
  assert.equal(report.providerRequestId, null);
});

test("concurrent calls share one exchange; another version and an unconnected credential have their own", async (t) => {
  const desk = await open(t, [issued("t-1")]);
  const twice = (port: ProviderPort) => Promise.all([read(port), read(port)]);
  await Promise.all([call(desk, twice), call(desk, twice)]);
  assert.equal(desk.lines().filter((line) => line.startsWith("POST")).length, 1);
  const again = await open(t, [issued("t-1"), { body: {} }, issued("t-2"), { body: {} }, issued("t-3")]);
  for (const version of [1, 2, null]) await call({ ...again, version }, read);
  assert.deepEqual(
    again.lines().filter((line) => line.startsWith("GET")),
    ["GET /me Bearer t-1", "GET /me Bearer t-2", "GET /me Bearer t-3"],
  );
});

test("distinguishes a refused credential from a faulty token endpoint, and sends the API no request", async (t) => {
  for (const [responses, code] of [
    [[noToken], "PROVIDER_UNAUTHORIZED"],
    [[{ status: 400, body: {} }], "PROVIDER_REJECTED"],
    [[503, 503, 503].map((status) => ({ status, body: {} })), "PROVIDER_ERROR"],
    [[{ body: { token: 7 } }], "PROVIDER_ERROR"],
    [[issued("two words")], "PROVIDER_ERROR"],
  ] as const) {
    const desk = await open(t, [...responses]);
    const { result, report } = await call(desk, read);
    assert.equal(failureOf(result).code, code);
    assert.ok(desk.lines().every((line) => line.startsWith("POST /token")));
    assert.equal(report.providerStatus, null);
  }
  const long = JSON.stringify({ token: "x".repeat(8 * 1024 + 1) });
  const facts = { kind: "answered", status: 200, requestId: null, retryAfterSeconds: null, headers: {} } as const;
  const oversized: ProviderTransport = {
    open: () => ({
      send: async () => ({ ...facts, body: { kind: "complete", text: long } }),
      close: () => undefined,
    }),
  };
  assert.equal(failureOf((await call({ transport: oversized }, read)).result).code, "PROVIDER_ERROR");
  const unreachable: ProviderTransport = {
    open: () => ({ send: async () => ({ kind: "not_sent", reason: "connect" }), close: () => undefined }),
  };
  assert.equal(failureOf((await call({ transport: unreachable }, read)).result).code, "PROVIDER_UNREACHABLE");
});

test("repeats an exchange like a read, and stops waiting for it when the call times out", async (t) => {
  const desk = await open(t, [{ status: 502, body: {} }, issued("t-1")]);
  await call(desk, read);
  assert.deepEqual(desk.lines(), ["POST /token undefined", "POST /token undefined", "GET /me Bearer t-1"]);
  const never: ProviderTransport = {
    open: () => ({ send: () => new Promise(() => undefined), close: () => undefined }),
  };
  assert.equal(failureOf((await call({ transport: never }, read)).result).code, "PROVIDER_TIMEOUT");
});

test("replaces an earlier call's refused token for a read, but not one of the same call", async (t) => {
  const desk = await open(t, [issued("t-1"), { body: {} }, noToken, issued("t-2"), { body: {} }]);
  await call(desk, read);
  const { result } = await call(desk, read);
  assert.equal((result as { status: number }).status, 200);
  assert.deepEqual(desk.lines().slice(2), ["GET /me Bearer t-1", "POST /token undefined", "GET /me Bearer t-2"]);
  const fresh = await open(t, [issued("t-1"), noToken]);
  assert.equal(failureOf((await call(fresh, read)).result).code, "PROVIDER_UNAUTHORIZED");
  assert.equal(fresh.lines().length, 2);
});

test("replaces a possibly dead token for a read, if its source allows it, and the second response counts", async (t) => {
  const ambiguous: MakeBearer = (credential) => ({
    ...(exchange(credential) as BearerExchange),
    deadTokenCodes: ["PROVIDER_REJECTED"],
  });
  const denied = { status: 403, body: {} };
  for (const [responses, bearer, code, sent] of [
    [[denied, issued("t-2"), { body: {} }], ambiguous, null, 5],
    [[denied, issued("t-2"), denied], ambiguous, "PROVIDER_REJECTED", 5],
    [[denied], exchange, "PROVIDER_REJECTED", 3],
  ] as const) {
    const desk = await open(t, [issued("t-1"), { body: {} }, ...responses]);
    await call({ ...desk, bearer }, read);
    const { result } = await call({ ...desk, bearer }, read);
    assert.equal(result instanceof ProviderFailure ? result.refusal.code : null, code);
    assert.equal(desk.lines().length, sent);
  }
  const fresh = await open(t, [issued("t-1"), denied]);
  assert.equal(failureOf((await call({ ...fresh, bearer: ambiguous }, read)).result).code, "PROVIDER_REJECTED");
  assert.equal(fresh.lines().length, 2, "a token of the same call isn't replaced");
});

test("concurrent reads whose token is refused share the next one", async (t) => {
  const desk = await open(t, [issued("t-1"), { body: {} }, noToken, noToken, issued("t-2")]);
  await call(desk, read);
  const { result } = await call(desk, (port) => Promise.all([read(port), read(port)]));
  assert.deepEqual(
    (result as { status: number }[]).map(({ status }) => status),
    [200, 200],
  );
  assert.equal(desk.lines().filter((line) => line.startsWith("POST")).length, 2);
});

test("an exchange never counts as the change, and without a token nothing is recorded as sent", async (t) => {
  const recorded: string[] = [];
  const hooks: ChangeHooks = {
    acceptsFacts: () => true,
    beforeSend: async () => recorded.push("dispatched") > 0,
    mayStillSend: () => true,
    onLate: () => undefined,
  };
  const dead = await open(t, [noToken]);
  const refused = await call({ ...dead, hooks }, change);
  assert.equal(failureOf(refused.result).code, "PROVIDER_UNAUTHORIZED");
  assert.deepEqual([recorded, refused.report.change], [[], null]);
  const desk = await open(t, [issued("t-1")]);
  const sent = await call({ ...desk, hooks }, change);
  assert.equal(sent.report.change?.kind, "accepted");
  assert.deepEqual(desk.lines(), ["POST /token undefined", "POST /notes Bearer t-1"]);
  const stale = await open(t, [issued("t-1"), { body: {} }, noToken]);
  await call(stale, read);
  assert.equal((await call({ ...stale, hooks }, change)).report.change?.kind, "refused");
  assert.equal(stale.lines().length, 3, "a refused change is never sent again");
});

test("each call signs its own token, and a key that can't sign is refused", async (t) => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  let calls = 0;
  const signedWith =
    (key: string) =>
    (credential: { secret: string }): BearerSource => ({
      kind: "signed",
      jwt: (nowMs) => ({
        keyId: "k-1",
        claims: { sub: String(credential.secret.length), call: (calls += 1), iat: Math.floor(nowMs / 1000) },
        privateKey: key,
      }),
    });
  const desk = await open(t);
  const bearer = signedWith(privateKey);
  for (const _call of [1, 2]) await call({ ...desk, bearer }, async (port) => [await read(port), await read(port)]);
  const tokens = desk.received.map(({ headers }) => String(headers["authorization"]).replace("Bearer ", ""));
  assert.deepEqual([tokens.length, new Set(tokens).size], [4, 2], "one token for each call");
  for (const token of tokens) {
    const [header = "", claims = "", signature = ""] = token.split(".");
    const decode = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    assert.deepEqual(decode(header), { alg: "RS256", typ: "JWT", kid: "k-1" });
    assert.partialDeepStrictEqual(decode(claims), { sub: String(secret.length) });
    const signed = Buffer.from(`${header}.${claims}`);
    assert.ok(verify("RSA-SHA256", signed, publicKey, Buffer.from(signature, "base64url")));
  }
  const sent = desk.received.length;
  const refusal = failureOf((await call({ ...desk, bearer: signedWith(secret) }, read)).result);
  assert.equal(refusal.code, "PROVIDER_UNAUTHORIZED");
  assert.ok(!JSON.stringify(refusal).includes(secret));
  assert.equal(desk.received.length, sent);
});

test("keeps a token until two minutes before its expiry, an hour at most, and a limited number of them", async () => {
  let nowMs = 0;
  const tokens = createBearerTokens({ uptimeMs: () => nowMs }, 2);
  let made = 0;
  const issue = (lifetimeSeconds: number) => async () => ({ token: `t-${(made += 1)}`, lifetimeSeconds });
  const get = async (key: string, lifetimeSeconds = 3600) => (await tokens.get(key, issue(lifetimeSeconds))).token;
  assert.deepEqual([await get("a"), await get("a")], ["t-1", "t-1"]);
  nowMs = 58 * 60_000 - 1;
  assert.equal(await get("a"), "t-1");
  nowMs += 1;
  assert.equal(await get("a", 86_400), "t-2");
  nowMs += 60 * 60_000;
  assert.equal(await get("a", 120), "t-3");
  assert.equal(await get("a"), "t-4", "a token that has nearly expired isn't kept");
  await get("b");
  await get("c");
  assert.equal(await get("a"), "t-7", "the oldest was dropped");
  tokens.drop("a", "t-4");
  assert.equal(await get("a"), "t-7", "another token has replaced it");
  tokens.drop("a", "t-7");
  assert.equal(await get("a", Infinity), "t-8");
  nowMs += 60 * 60_000 - 1;
  assert.equal(await get("a"), "t-8", "a token without an expiry is kept for an hour too");
  nowMs += 1;
  assert.equal(await get("a"), "t-9");
});

test("a failed exchange isn't kept", async () => {
  const tokens = createBearerTokens(systemPlatform);
  await assert.rejects(tokens.get("a", () => Promise.reject(new Error("down"))));
  const { token } = await tokens.get("a", async () => ({ token: "t", lifetimeSeconds: 3600 }));
  assert.equal(token, "t");
});

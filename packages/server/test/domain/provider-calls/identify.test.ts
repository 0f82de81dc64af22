/** What a provider's responses say about a credential: valid, refused, or inconclusive. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { doppler } from "@svc/provider-doppler";
import { github } from "@svc/provider-github";
import type { ExchangeFacts, ProviderAuth } from "@svc/provider-kit";
import { createIdentify, type Identify } from "../../../src/domain/provider-calls/identify.ts";
import { systemPlatform } from "../../../src/platform.ts";

const retry = { attemptsMax: 1, backoffBaseMs: 1, retryAfterMsMax: 5 };

const random = "qX7fK2mZ9tLw4RbN8vYc3HsD6jGp1UaE5oTi0kPx";

/** Judges one response of `GET /v3/me` about a token, and counts reported echoes. */
async function judged(
  status: number,
  text: string,
  subject: Parameters<Identify>[0] = { provider: doppler, auth: doppler.auth[0] },
): Promise<[kind: string, code: string, echoes: number]> {
  const body = { kind: "complete", text } as const;
  const facts: ExchangeFacts = {
    kind: "answered",
    status,
    requestId: null,
    retryAfterSeconds: null,
    headers: {},
    body,
  };
  const transport = { open: () => ({ send: () => Promise.resolve(facts), close: () => undefined }) };
  const told: string[] = [];
  const onEcho = (provider: string): void => void told.push(provider);
  const platform = systemPlatform;
  const deps = {
    transport,
    platform,
    trustedNowMs: platform.nowMs,
    retry,
    timeoutMs: 60_000,
    onEcho,
    onUnreadable: () => undefined,
  };
  const identify = createIdentify(deps);
  const token = `dp.sa.${random}`;
  const result = await identify(subject, { access_token: token, accessToken: token, refreshToken: null });
  return [result.kind, result.kind === "alive" ? "" : result.refusal.code, told.length];
}

test("a token chosen by the user is refused by every rejection from the provider, and by no fault", async () => {
  const invalid = '{"messages":["Invalid Auth token"],"success":false}';
  assert.deepEqual(await judged(200, '{"workplace":{"slug":"w","name":null}}'), ["alive", "", 0]);
  for (const [status, text] of [
    [401, invalid],
    [401, "<html>"],
    [400, invalid],
  ] as const) {
    assert.deepEqual(await judged(status, text), ["refused", "PROVIDER_UNAUTHORIZED", 0]);
  }
  assert.deepEqual(await judged(400, "{}"), ["refused", "PROVIDER_REJECTED", 0]);
  assert.deepEqual(await judged(403, '{"messages":["IP not trusted"]}'), ["refused", "PROVIDER_FORBIDDEN", 0]);
  for (const status of [301, 404, 408, 429, 500, 502, 503]) {
    assert.equal((await judged(status, "{}"))[0], "unsure", String(status));
  }
  assert.equal((await judged(200, "<html>"))[0], "unsure");
});

test("a rejected OAuth token is refused while a user connects, and says nothing about a connection", async () => {
  const subject = { provider: github, auth: github.auth[0] };
  assert.deepEqual(await judged(400, "{}", subject), ["refused", "PROVIDER_REJECTED", 0]);
  assert.deepEqual(await judged(400, "{}", { ...subject, connectionId: "conn_1" }), ["unsure", "PROVIDER_REJECTED", 0]);
});

test("only a response that the provider's code can't read is a fault of the code", async () => {
  const unreadable: string[] = [];
  const found = async (status: number, text: string) => {
    const body = { kind: "complete", text } as const;
    const facts = { kind: "answered", status, requestId: null, retryAfterSeconds: null, headers: {}, body } as const;
    const transport = { open: () => ({ send: () => Promise.resolve(facts), close: () => undefined }) };
    const result = await createIdentify({
      transport,
      platform: systemPlatform,
      trustedNowMs: systemPlatform.nowMs,
      retry,
      timeoutMs: 60_000,
      onEcho: () => assert.fail("no echo"),
      onUnreadable: (slug) => unreadable.push(slug),
    })({ provider: doppler, auth: doppler.auth[0] }, { access_token: `dp.sa.${random}` });
    return result.kind === "unsure" && result.isUnreadable === true;
  };
  for (const text of ["{}", "[]", '{"workplace":{"slug":1}}']) assert.equal(await found(200, text), true, text);
  assert.deepEqual(unreadable, ["doppler", "doppler", "doppler"]);
  for (const [status, text] of [
    [200, "<html>"],
    [200, "{"],
    [500, "{}"],
    [429, "{}"],
    [401, "{}"],
  ] as const) {
    assert.equal(await found(status, text), false, String(status));
  }
  assert.equal(unreadable.length, 3);
});

test("rejects an account that repeats part of the credential", async () => {
  const me = (slug: string, name: string): string => JSON.stringify({ workplace: { slug, name } });
  const parts = [`dp.sa.${random}`, random.slice(10, 30), `x-${random.slice(12, 20)}`, random.toLowerCase()];
  for (const part of parts) {
    for (const text of [me(part, "Harbor"), me("w1", part)]) {
      assert.deepEqual(await judged(200, text), ["unsure", "PROVIDER_ERROR", 1], text);
    }
  }
  assert.deepEqual(await judged(200, me("w1", `Harbor ${random.slice(0, 7)}`)), ["alive", "", 0]);
});

test("returns the expiry that the provider reports, and refuses an expired credential", async () => {
  const nowMs = Date.UTC(2027, 0, 31, 12);
  let trustedMs: number | null = nowMs;
  const found = async (
    credentialExpiresAt: string | null | undefined,
    auth: ProviderAuth = doppler.auth[0],
    tokens: object = { accessToken: "t", refreshToken: "r", expiresAt: nowMs - 1 },
  ) => {
    const identified = { slug: "w", name: "W", ...(credentialExpiresAt === undefined ? {} : { credentialExpiresAt }) };
    const platform = { ...systemPlatform, nowMs: () => assert.fail("this clock may be wrong") };
    const transport = { open: () => ({ send: () => assert.fail("nothing to send"), close: () => undefined }) };
    const onEcho = () => assert.fail("no echo");
    const onUnreadable = () => undefined;
    const deps = { transport, platform, trustedNowMs: () => trustedMs, retry, timeoutMs: 60_000, onEcho, onUnreadable };
    const subject = { provider: doppler, auth: { ...auth, identify: () => Promise.resolve(identified) } };
    return await createIdentify(deps)(subject, { access_token: "dp.st.x", ...tokens });
  };
  const alive = (credentialExpiresAt: number | null) => {
    return { kind: "alive", account: { slug: "w", name: "W" }, credentialExpiresAt };
  };
  assert.deepEqual(await found("2027-01-31T12:00:00.001Z"), alive(nowMs + 1));
  assert.deepEqual(await found(null), alive(null));
  assert.deepEqual(await found(undefined), alive(null));
  for (const past of ["2027-01-31T12:00:00Z", "2026-12-31T00:00:00Z"]) {
    const result = await found(past);
    assert.deepEqual(
      [result.kind, result.kind === "refused" && result.refusal.code],
      ["refused", "PROVIDER_UNAUTHORIZED"],
    );
  }
  const fault = { kind: "unsure", code: "PROVIDER_ERROR" };
  const result = await found("in a month");
  assert.deepEqual({ kind: result.kind, code: result.kind === "alive" ? "" : result.refusal.code }, fault);
  const [oauth] = github.auth;
  assert.deepEqual(await found("2026-12-31T00:00:00Z", oauth), alive(null), "an OAuth token is refreshed");
  const lasting = { accessToken: "t", refreshToken: null, expiresAt: nowMs + 1 };
  assert.deepEqual(
    await found(undefined, oauth, lasting),
    alive(nowMs + 1),
    "unless there's nothing to refresh it with",
  );
  assert.deepEqual(await found(undefined, oauth, { ...lasting, expiresAt: null }), alive(null));
  assert.equal((await found(undefined, oauth, { ...lasting, expiresAt: nowMs })).kind, "refused");
  trustedMs = null;
  assert.deepEqual(await found("2027-01-31T11:00:00Z"), alive(nowMs - 3_600_000), "while the clock is in doubt");
});

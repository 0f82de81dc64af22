/** What a provider's responses say about a credential: valid, refused, or inconclusive. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { doppler } from "@svc/provider-doppler";
import { github } from "@svc/provider-github";
import type { ExchangeFacts } from "@svc/provider-kit";
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
  const identify = createIdentify({ transport, platform: systemPlatform, retry, timeoutMs: 60_000, onEcho });
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

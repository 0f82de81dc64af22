/** What a provider's answers say of a credential: alive, refused, or nothing that can be told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { doppler } from "@svc/provider-doppler";
import type { ExchangeFacts } from "@svc/provider-kit";
import { createIdentify } from "../../src/provider-calls/identify.ts";
import { systemPlatform } from "../../src/platform.ts";

const retry = { attemptsMax: 1, backoffBaseMs: 1, retryAfterMsMax: 5 };

/** What one answer of `GET /v3/me` says of a token. */
async function judged(status: number, text: string): Promise<[kind: string, code: string]> {
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
  const identify = createIdentify({ transport, platform: systemPlatform, retry, timeoutMs: 60_000 });
  const [auth] = doppler.auth;
  const result = await identify({ provider: doppler, auth }, { access_token: `dp.sa.${"a1B2".repeat(10)}` });
  return [result.kind, result.kind === "alive" ? "" : result.refusal.code];
}

test("a token of the user's own is refused by every no of the provider, and by no fault", async () => {
  const invalid = '{"messages":["Invalid Auth token"],"success":false}';
  assert.deepEqual(await judged(200, '{"workplace":{"slug":"w","name":null}}'), ["alive", ""]);
  for (const [status, text] of [
    [401, invalid],
    [401, "<html>"],
    [400, invalid],
  ] as const) {
    assert.deepEqual(await judged(status, text), ["refused", "PROVIDER_UNAUTHORIZED"]);
  }
  assert.deepEqual(await judged(400, "{}"), ["refused", "PROVIDER_REJECTED"]);
  assert.deepEqual(await judged(403, '{"messages":["IP not trusted"]}'), ["refused", "PROVIDER_FORBIDDEN"]);
  for (const status of [301, 404, 408, 429, 500, 502, 503]) {
    assert.equal((await judged(status, "{}"))[0], "unsure", String(status));
  }
  assert.equal((await judged(200, "<html>"))[0], "unsure");
});

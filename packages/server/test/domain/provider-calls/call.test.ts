/** What one call keeps of the provider's request ids, and when it repeats a read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { doppler } from "@svc/provider-doppler";
import type { ExchangeFacts } from "@svc/provider-kit";
import { systemPlatform } from "../../../src/platform.ts";
import { openProviderCall } from "../../../src/domain/provider-calls/call.ts";
import { readRetryDefaults, waitBeforeRepeat } from "../../../src/domain/provider-calls/reads.ts";

const token = `dp.sa.${"a1B2".repeat(10)}`;

async function requestIdAfter(requestId: string): Promise<string | null> {
  const facts: ExchangeFacts = {
    kind: "answered",
    status: 200,
    requestId,
    retryAfterSeconds: null,
    headers: {},
    body: { kind: "complete", text: "{}" },
  };
  const [auth] = doppler.auth;
  const call = openProviderCall({
    transport: { open: () => ({ send: async () => facts, close: () => {} }) },
    platform: systemPlatform,
    provider: doppler,
    auth,
    credential: { access_token: token },
    deadlineMs: systemPlatform.monotonicMs() + 1000,
    retry: readRetryDefaults,
    hooks: null,
  });
  await call.port.read({ method: "GET", path: ["v3", "me"] });
  return call.report.providerRequestId;
}

test("keeps a provider's request id, unless it shares text with the credential", async () => {
  assert.equal(await requestIdAfter("8e503cfc-5b9b-4f81-adf3-8723b35885d3"), "8e503cfc-5b9b-4f81-adf3-8723b35885d3");
  // The header's scheme is not secret, and is too short to be one.
  assert.equal(await requestIdAfter("Bearer-7"), "Bearer-7");
  const middle = token.slice(10, 30);
  for (const echo of [token, `req-${token}`, token.slice(6), middle, `req-${middle}.7`, middle.toUpperCase()]) {
    assert.equal(await requestIdAfter(echo), null, echo);
  }
});

test("repeats a read after temporary faults and limits, as often and as late as its limits allow", () => {
  const retry = { attemptsMax: 3, backoffBaseMs: 100, retryAfterMsMax: 5000 };
  const fault = { kind: "failed", code: "PROVIDER_ERROR", repeatable: true } as const;
  const response = { status: 429, body: undefined, requestId: null, headers: {} };
  const answered = { kind: "answered", response, retryAfterSeconds: null } as const;
  const limited = (retryAfterSeconds: number | null) => ({ retryAfterSeconds });
  assert.equal(waitBeforeRepeat(fault, 1, retry, 0.5, null), 100);
  assert.equal(waitBeforeRepeat(fault, 2, retry, 0.5, null), 200);
  assert.equal(waitBeforeRepeat(fault, 3, retry, 0.5, null), null);
  assert.equal(waitBeforeRepeat({ ...fault, repeatable: false }, 1, retry, 0.5, null), null);
  assert.equal(waitBeforeRepeat(answered, 1, retry, 0.5, null), null);
  assert.equal(waitBeforeRepeat(answered, 1, retry, 0.5, limited(null)), 100);
  assert.equal(waitBeforeRepeat(answered, 1, retry, 0.5, limited(2)), 2000);
  assert.equal(waitBeforeRepeat(answered, 1, retry, 0.5, limited(6)), null);
  // At the edges: the longest accepted wait, one shorter than its own pause, and the shortest pause.
  assert.equal(waitBeforeRepeat(answered, 1, retry, 0.5, limited(5)), 5000);
  assert.equal(waitBeforeRepeat(answered, 2, retry, 0.5, limited(0)), 200);
  assert.equal(waitBeforeRepeat(fault, 1, retry, 0, null), 50);
  assert.deepEqual(readRetryDefaults, { attemptsMax: 3, backoffBaseMs: 150, retryAfterMsMax: 5000 });
});

/** The verdict on an attempt: delivered, failed, or the wait before the next one. */
import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";
import { createWebhookSecrets } from "../../../src/adapters/vault/signatures.ts";
import { attemptDelaysMs, judgeAttempt } from "../../../src/domain/webhooks/judge.ts";
import type { PostFacts } from "../../../src/domain/webhooks/port.ts";
import { webhookRequest } from "../../../src/domain/webhooks/sender.ts";

const status = (httpStatus: number, retryAfterSeconds: number | null = null): PostFacts => {
  return { kind: "answered", httpStatus, retryAfterSeconds };
};
const judge = (facts: PostFacts, roundAttempts = 0, jitter = 0.5) =>
  judgeAttempt({ facts, roundAttempts, durationMs: 1.4, jitter });

test("only 2xx is a success; everything else is retried", () => {
  for (const code of [200, 201, 204, 299]) assert.deepEqual(judge(status(code)).next, { kind: "delivered" });
  for (const code of [300, 302, 307, 400, 404, 429, 500, 503]) assert.equal(judge(status(code)).next.kind, "retry");
  const lost = judge({ kind: "none", fault: "timeout" });
  assert.deepEqual([lost.next.kind, lost.httpStatus, lost.fault, lost.durationMs], ["retry", null, "timeout", 1]);
});

test("a delivery that svc's own machine couldn't send is put off for half a minute, however often", () => {
  for (const attempts of [0, 9, 20]) {
    assert.deepEqual(judge({ kind: "none", fault: "local" }, attempts).next, { kind: "put_off", delayMs: 30_000 });
  }
});

test("makes ten attempts within 75 hours, 35 minutes and 5 seconds, each wait within a fifth of its nominal value", () => {
  assert.equal(
    attemptDelaysMs.reduce((sum, ms) => sum + ms, 0),
    ((75 * 60 + 35) * 60 + 5) * 1000,
  );
  for (const [index, waitMs] of attemptDelaysMs.slice(1).entries()) {
    const [least, most] = [judge(status(500), index, 0).next, judge(status(500), index, 1).next];
    assert.deepEqual(least, { kind: "retry", delayMs: Math.round(waitMs * 0.8) });
    assert.deepEqual(most, { kind: "retry", delayMs: Math.round(waitMs * 1.2) });
  }
  assert.deepEqual(judge(status(500), 9).next, { kind: "failed" });
});

test("410 ends the delivery; Retry-After makes a wait longer and never shorter", () => {
  const gone = judge(status(410));
  assert.deepEqual([gone.next, gone.gone], [{ kind: "failed" }, true]);
  assert.deepEqual(judge(status(429, 60)).next, { kind: "retry", delayMs: 60_000 });
  assert.deepEqual(judge(status(429, 1)).next, { kind: "retry", delayMs: 5000 });
});

test("a secret depends on endpoint and salt, survives a new hashing key, and its signature verifies", () => {
  const key = createSecretKey(randomBytes(32));
  const secrets = createWebhookSecrets(keyedHashes(new Map([[1, key]])), (count) => randomBytes(count));
  const later = createWebhookSecrets(
    keyedHashes(
      new Map([
        [1, key],
        [2, createSecretKey(randomBytes(32))],
      ]),
    ),
    (count) => randomBytes(count),
  );
  const seed = secrets.newSeed("whe_1");
  const secret = secrets.deriveSecret("whe_1", seed);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(later.deriveSecret("whe_1", seed), secret);
  assert.equal(later.newSeed("whe_1").keyVersion, 2);
  assert.notEqual(secrets.deriveSecret("whe_2", seed), secret);
  assert.notEqual(secrets.deriveSecret("whe_1", secrets.newSeed("whe_1")), secret);
  const nowMs = Date.now();
  const about = { clientId: "scl_1", tenantId: "ten_1" };
  const event = { ...about, seq: 1, id: "evt_1", type: "connection.created" } as const;
  const row = {
    id: "whe_1",
    clientId: "scl_1",
    url: "",
    description: "",
    eventTypes: [],
    disabledReason: "" as const,
    secret: seed,
    oldSecrets: [],
    failingSince: null,
    createdAt: 0,
    updatedAt: 0,
  };
  const taken = { endpoint: row, event: { ...event, endpointId: "", data: { n: 1 }, at: 1000 } };
  const { headers, body } = webhookRequest(secrets, taken, nowMs);
  assert.deepEqual(new Webhook(secret).verify(body, headers), {
    type: "connection.created",
    timestamp: "1970-01-01T00:00:01.000Z",
    data: { tenant_id: "ten_1", n: 1 },
  });
  const signatures = (...untils: number[]) => {
    const endpoint = { ...row, oldSecrets: untils.map((until) => ({ ...seed, until })) };
    return webhookRequest(secrets, { ...taken, endpoint }, nowMs).headers["webhook-signature"]?.split(" ").length;
  };
  assert.equal(signatures(nowMs + 1, nowMs + 1), 3, "earlier secrets sign");
  assert.equal(signatures(nowMs + 1, nowMs), 2, "an expired secret doesn't sign");
  assert.equal(signatures(nowMs - 1), 1, "an expired secret doesn't sign");
});

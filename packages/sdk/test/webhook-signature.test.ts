/** Verifying deliveries, compared with the reference library of Standard Webhooks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyWebhook, WebhookVerificationError } from "@svc/sdk";
import { Webhook } from "standardwebhooks";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const id = "evt_01k0000000e8r9m2p4s6t8w0y2";
const sent = new Date("2026-01-31T12:00:00Z");
const nowMs = sent.getTime();
const content = {
  type: "connection.created",
  timestamp: "2026-01-31T11:59:59.000Z",
  data: { tenant_id: "ten_1", connection_id: "con_1", provider: "doppler", status: "active" },
};
const body = JSON.stringify(content);
const headers = {
  "webhook-id": id,
  "webhook-timestamp": String(nowMs / 1000),
  "webhook-signature": new Webhook(secret).sign(id, sent, body),
};

const refused = (message: RegExp) => (error: unknown) =>
  error instanceof WebhookVerificationError && message.test(error.message);

test("returns the event of a delivery that the reference library signed", async () => {
  const event = { id, ...content };
  assert.deepEqual(await verifyWebhook(secret, { headers, body }, { nowMs }), event);
  assert.deepEqual(await verifyWebhook(secret, { headers: new Headers(headers), body }, { nowMs }), event);
});

test("accepts either signature during a rotation", async () => {
  const both = `${new Webhook(other).sign(id, sent, body)} ${headers["webhook-signature"]}`;
  const rotated = { ...headers, "webhook-signature": both };
  assert.equal((await verifyWebhook(secret, { headers: rotated, body }, { nowMs })).id, id);
});

test("rejects a changed body, id or time, and another secret", async () => {
  const changed = { ...headers, "webhook-id": `${id.slice(0, -1)}3` };
  const later = { ...headers, "webhook-timestamp": String(nowMs / 1000 + 1) };
  for (const [given, message] of [
    [{ headers, body: body.replace("active", "broken") }, /No signature matches/],
    [{ headers: changed, body }, /No signature matches/],
    [{ headers: later, body }, /No signature matches/],
    [{ headers: { ...headers, "webhook-signature": "v1,AAAA v2,BBBB" }, body }, /No signature matches/],
  ] as const) {
    await assert.rejects(verifyWebhook(secret, given, { nowMs }), refused(message));
  }
  await assert.rejects(verifyWebhook(other, { headers, body }, { nowMs }), refused(/No signature matches/));
  await assert.rejects(verifyWebhook("whsec_?", { headers, body }, { nowMs }), refused(/isn't a signing secret/));
});

test("rejects a replayed recording and a future time", async () => {
  for (const offMs of [-301_000, 301_000]) {
    await assert.rejects(verifyWebhook(secret, { headers, body }, { nowMs: nowMs + offMs }), refused(/five minutes/));
  }
});

test("says which header is missing", async () => {
  for (const name of Object.keys(headers)) {
    const without = { ...headers, [name]: undefined };
    await assert.rejects(
      verifyWebhook(secret, { headers: without, body }, { nowMs }),
      refused(new RegExp(`${name} is`)),
    );
  }
});

/** Webhooks: Harbor accepts only svc's, once each, in any order. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { startHarbor, webhookSecret, type Harbor } from "./harbor.ts";

let harbor: Harbor;
before(async () => {
  harbor = await startHarbor();
});
after(() => harbor.stop());

type Delivery = { id: string; type: string; at?: string; data?: Record<string, string | null>; secret?: string };

/** Delivers an event about Acme Bakery's Doppler connection. @param change alters the body after it was signed. */
async function deliver(
  { id, type, at = "2026-01-31T12:00:00.000Z", data = {}, secret = webhookSecret }: Delivery,
  change: (body: string) => string = (body) => body,
): Promise<number> {
  const about = { tenant_id: "ten_acme-bakery", provider: "doppler", ...data };
  const body = JSON.stringify({ type, timestamp: at, data: about });
  const now = new Date();
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, now, body),
  };
  return (await harbor.request("/webhooks/svc", { method: "POST", headers, body: change(body) })).status;
}

const banner = async (): Promise<boolean> =>
  (await (await harbor.signIn("ada")).get("/secrets")).text.includes("Doppler needs to be reconnected.");

test("refuses a delivery that svc didn't sign, and stores nothing from it", async () => {
  const forged = { id: "evt_1", type: "connection.needs_reconnect" };
  const other = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  assert.equal(await deliver({ ...forged, secret: other }), 400);
  assert.equal(await deliver(forged, (body) => body.replace("acme", "ac-me")), 400);
  assert.equal((await harbor.request("/webhooks/svc", { method: "POST", body: "{}" })).status, 400);
  assert.equal(await banner(), false);
});

test("asks the user to reconnect on every page until the connection works again, whatever the order", async () => {
  const at = (minute: number) => `2026-01-31T12:0${minute}:00.000Z`;
  assert.equal(await deliver({ id: "evt_5", type: "connection.needs_reconnect", at: at(5) }), 200);
  assert.equal(await banner(), true);
  const grace = await harbor.signIn("grace");
  assert.ok(!(await grace.get("/secrets")).text.includes("needs to be reconnected"));
  // Happened earlier, and is delivered later.
  await deliver({ id: "evt_3", type: "connection.updated", at: at(3) });
  assert.equal(await banner(), true);
  await deliver({ id: "evt_6", type: "connection.updated", at: at(6) });
  assert.equal(await banner(), false);
  // A repeated delivery.
  assert.equal(await deliver({ id: "evt_5", type: "connection.needs_reconnect", at: at(5) }), 200);
  assert.equal(await banner(), false);
});

test("learns a session's result although its browser never returned", async () => {
  const { svc } = harbor;
  svc.on("POST /v1/tenants/*/connect-sessions", () => ({
    status: 201,
    body: { id: "cs_w", connectUrl: `${svc.url}/connect/cs_w`, token: "t", status: "pending" },
  }));
  const ada = await harbor.signIn("ada");
  await ada.post("/connect/start", { provider: "doppler" });
  const from = svc.asked.length;
  const data = { connect_session_id: "cs_w", status: "failed", error: "CREDENTIAL_REJECTED", connection_id: null };
  assert.equal(await deliver({ id: "evt_7", type: "connect_session.failed", data }), 200);
  const { text } = await ada.get("/integrations");
  assert.match(text, /refused the token five times/);
  assert.match(text, /couldn&#39;t be connected/);
  assert.ok(!svc.asked.slice(from).some(({ path }) => path.includes("connect-sessions")));
});

test("accepts unknown types", async () => {
  assert.equal(await deliver({ id: "evt_8", type: "connection.renamed" }), 200);
  assert.equal(await deliver({ id: "evt_9", type: "webhook_endpoint.test" }), 200);
});

test("refuses every delivery if it has no secret", async () => {
  const open = await startHarbor({ webhookSecret: "" });
  try {
    assert.equal((await open.request("/webhooks/svc", { method: "POST", body: "{}" })).status, 400);
  } finally {
    await open.stop();
  }
});

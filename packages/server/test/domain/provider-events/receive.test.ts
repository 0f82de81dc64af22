/** Deliveries from their arrival to their record: what is refused, what is answered, and what is counted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { github } from "@svc/provider-github";
import { notion } from "@svc/provider-notion";
import { slack } from "@svc/provider-slack";
import { eventAccountsMax, type Provider } from "@svc/provider-kit";
import { deliveryOf, signDelivery } from "@svc/provider-kit/testing";
import { verifyDelivery } from "../../../src/adapters/vault/delivery-signatures.ts";
import type { EventAddress, NewProviderEvent, Recorded } from "../../../src/domain/provider-events/port.ts";
import { createReceive } from "../../../src/domain/provider-events/receive.ts";
import type { EventSecret } from "../../../src/domain/provider-events/secrets.ts";

const nowMs = Date.UTC(2026, 2, 10, 9);
const secret = "canary-of-a-signing-secret";
const deliveryId = "72d3162e-cc78-11e3-81ab-4c9367dc0958";
const shown = { ref: "refs/heads/main", before: "a", after: "b" };
const sent = {
  "a push": {
    headers: { "x-github-event": "push", "x-github-delivery": deliveryId },
    body: {
      ...shown,
      repository: { id: 1296, full_name: "octocat/hello", owner: { id: 583_231 } },
      sender: { login: "octocat" },
    },
  },
  "a ping": { headers: { "x-github-event": "ping", "x-github-delivery": deliveryId }, body: { zen: "Half measures." } },
  "a message": {
    headers: {},
    body: {
      type: "event_callback",
      team_id: "T0ACME",
      event_id: "Ev0001",
      event_time: 1_773_133_200,
      event: { type: "message", channel: "C0GENERAL", user: "U0ROBIN", ts: "1773133200.000100" },
    },
  },
} as const;
const route = { clientId: "scl_1", tenantId: "ten_1", connectionId: "con_1" };

type Options = {
  offered?: readonly string[];
  secrets?: readonly EventSecret[];
  routes?: readonly (typeof route)[];
  fails?: Error;
};

/** Receives with a store that notes what it records. */
function open({ offered = [], secrets = [{ serviceClientId: "", secret }], routes = [route], fails }: Options = {}) {
  const asked: EventAddress[] = [];
  const recorded: NewProviderEvent[] = [];
  const counted: string[] = [];
  const taken: string[] = [];
  const receive = createReceive({
    provider: (slug): Provider | null => [github, slack, notion].find((one) => one.slug === slug) ?? null,
    secrets: { of: (_provider, appId) => (appId === "app-1" ? secrets : []) },
    offered: {
      take(provider, appId, text) {
        taken.push(`${provider} ${appId} ${text}`);
        return Promise.resolve(offered.includes(text));
      },
    },
    verify: verifyDelivery,
    store: {
      routes: (address) => {
        asked.push(address);
        return Promise.resolve([...routes]);
      },
      record(event): Promise<Recorded> {
        if (fails !== undefined) return Promise.reject(fails);
        recorded.push(event);
        return Promise.resolve("recorded");
      },
    },
    metrics: { providerEvent: (provider, result) => counted.push(`${provider} ${result}`) },
    platform: { nowMs: () => nowMs },
  });
  return { receive, asked, recorded, counted, taken };
}

type Sent = { provider?: Provider; appId?: string; key?: string; atMs?: number; change?: (text: string) => string };

/** A signed delivery: GitHub's push, or Slack's message. */
function delivery(
  name: keyof typeof sent,
  { provider = github, appId = "app-1", key = secret, atMs = nowMs, change }: Sent = {},
) {
  const { headers: unsigned, body } = sent[name];
  const text = JSON.stringify(body);
  const verification = provider.events?.verification ?? assert.fail();
  const headers = signDelivery(verification, unsigned, text, key, atMs);
  return { provider: provider.slug, appId, ...deliveryOf(headers, change === undefined ? text : change(text)) };
}

const codeOf = (code: string) => (error: unknown) => error instanceof ServiceError && error.code === code;

test("records a verified event for each of its connections, with the provider's id and the fields of its type", async () => {
  const other = { clientId: "scl_2", tenantId: "ten_2", connectionId: "con_2" };
  const { receive, asked, recorded, counted } = open({ routes: [route, other] });
  assert.deepEqual(await receive(delivery("a push")), { text: "" });
  assert.deepEqual(asked, [
    { provider: "github", appId: "app-1", clientIds: null, accounts: ["583231"], type: "push" },
  ]);
  const id = deliveryId;
  const data = { ...shown, repository: "octocat/hello", repositoryId: 1296, sender: "octocat" };
  assert.deepEqual(
    recorded,
    [route, other].map((one) => ({
      ...one,
      provider: "github",
      type: "provider.github.push",
      providerEventId: id,
      published: {
        connection_id: one.connectionId,
        provider: "github",
        providerEventId: id,
        occurredAt: null,
        ...data,
      },
    })),
  );
  assert.deepEqual(counted, ["github recorded", "github recorded"]);
});

test("refuses what isn't signed with a secret of this app, and looks nothing up", async () => {
  const { receive, asked, counted } = open();
  const forged = [
    delivery("a push", { key: `${secret}x` }),
    delivery("a push", { appId: "app-2" }),
    delivery("a push", { change: (text) => text.replace("refs/heads/main", "refs/heads/evil") }),
    { ...delivery("a push"), header: () => null },
    { ...delivery("a push"), provider: "slack" },
    { ...delivery("a push"), provider: "unheard-of" },
    delivery("a message", { provider: slack, atMs: nowMs - 301_000 }),
    delivery("a message", { provider: slack, atMs: nowMs + 301_000 }),
  ];
  for (const one of forged) await assert.rejects(receive(one), codeOf("UNAUTHENTICATED"));
  assert.deepEqual(asked, []);
  assert.deepEqual([...new Set(counted)].sort(), [" unverified", "github unverified", "slack unverified"]);
});

test("takes a delivery that is signed with either of two secrets", async () => {
  const secrets = [
    { serviceClientId: "", secret: "the-newest-secret" },
    { serviceClientId: "", secret },
  ];
  const { receive, recorded } = open({ secrets });
  await receive(delivery("a push"));
  await receive(delivery("a push", { key: "the-newest-secret" }));
  assert.equal(recorded.length, 2);
});

test("routes an event of a service client's own app only to that client's connections", async () => {
  const { receive, asked } = open({ secrets: [{ serviceClientId: "scl_9", secret }] });
  await receive(delivery("a push"));
  assert.deepEqual(asked[0]?.clientIds, ["scl_9"]);
});

test("answers the provider's check of the address only if it is signed", async () => {
  const { receive, asked } = open();
  const body = JSON.stringify({ type: "url_verification", challenge: "3eZbrw1aB", token: "unused" });
  const check = (key: string) => {
    const headers = signDelivery(slack.events?.verification ?? assert.fail(), {}, body, key, nowMs);
    return receive({ provider: "slack", appId: "app-1", ...deliveryOf(headers, body) });
  };
  assert.deepEqual(await check(secret), { text: "3eZbrw1aB" });
  await assert.rejects(check(`${secret}x`), codeOf("UNAUTHENTICATED"));
  assert.deepEqual(asked, []);
});

test("answers an event that no user agreed to, and one that isn't declared, and counts both", async () => {
  const { receive, recorded, counted } = open({ routes: [] });
  assert.deepEqual(await receive(delivery("a push")), { text: "" });
  assert.deepEqual(await receive(delivery("a ping")), { text: "" });
  assert.deepEqual([recorded, counted], [[], ["github unmatched", "github ignored"]]);
});

test("routes an event that names several accounts to each of them, and one that names none to no connection", async () => {
  const { receive, asked, counted } = open();
  const seenBy = async (ids: readonly string[]) => {
    const body = JSON.stringify({
      id: deliveryId,
      type: "page.created",
      timestamp: "2024-12-05T23:55:34.285Z",
      entity: { id: "p1", type: "page" },
      accessible_by: ids.map((id) => ({ id, type: "bot" })),
    });
    const headers = signDelivery(notion.events?.verification ?? assert.fail(), {}, body, secret, nowMs);
    return receive({ provider: "notion", appId: "app-1", ...deliveryOf(headers, body) });
  };
  await seenBy(["bot-1", "bot-2"]);
  assert.deepEqual(asked, [
    { provider: "notion", appId: "app-1", clientIds: null, accounts: ["bot-1", "bot-2"], type: "page" },
  ]);
  await seenBy([]);
  await assert.rejects(seenBy(["bot-1", ""]), codeOf("INVALID_REQUEST"));
  const many = Array.from({ length: eventAccountsMax + 1 }, (_, index) => `bot-${String(index)}`);
  await assert.rejects(seenBy(many), codeOf("INVALID_REQUEST"));
  assert.deepEqual(
    [asked.length, counted],
    [1, ["notion recorded", "notion unmatched", "notion unreadable", "notion unreadable"]],
  );
});

test("refuses a verified delivery that it can't read, so that the provider shows it as failed", async () => {
  const { receive, recorded, counted } = open();
  const { headers, body } = sent["a push"];
  const verification = github.events?.verification ?? assert.fail();
  for (const text of ["{}", "not JSON", JSON.stringify({ repository: { owner: { id: "x" } } })]) {
    const signed = signDelivery(verification, headers, text, secret, nowMs);
    const incoming = { provider: "github", appId: "app-1", ...deliveryOf(signed, text) };
    await assert.rejects(receive(incoming), codeOf("INVALID_REQUEST"));
  }
  const long = (text: string) => text.replace("refs/heads/main", `refs/heads/${"x".repeat(9000)}`);
  const text = long(JSON.stringify(body));
  const signed = signDelivery(verification, headers, text, secret, nowMs);
  await assert.rejects(
    receive({ provider: "github", appId: "app-1", ...deliveryOf(signed, text) }),
    codeOf("INVALID_REQUEST"),
  );
  assert.deepEqual([recorded, new Set(counted)], [[], new Set(["github unreadable"])]);
});

test("doesn't answer if the event can't be recorded", async () => {
  const { receive } = open({ fails: new ServiceError("OVERLOADED") });
  await assert.rejects(receive(delivery("a push")), codeOf("OVERLOADED"));
});

test("takes a secret that Notion offers only if an operator waits for it, and records nothing", async () => {
  const token = "secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl";
  const verification = notion.events?.verification ?? assert.fail();
  const offer = (body: object, { appId = "app-1", slug = "notion", key = "" } = {}) => {
    const text = JSON.stringify(body);
    const headers = key === "" ? {} : signDelivery(verification, {}, text, key, nowMs);
    return { provider: slug, appId, ...deliveryOf(headers, text) };
  };
  const waiting = open({ offered: [token] });
  assert.deepEqual(await waiting.receive(offer({ verification_token: token })), { text: "" });
  // A signature with the offered secret itself proves nothing.
  assert.deepEqual(await waiting.receive(offer({ verification_token: token }, { key: token })), { text: "" });
  assert.deepEqual(waiting.taken, Array(2).fill(`notion app-1 ${token}`));
  // One with the app's secret is a delivery, of no type.
  assert.deepEqual(await waiting.receive(offer({ verification_token: token }, { key: secret })), { text: "" });
  assert.deepEqual([waiting.taken.length, waiting.asked, waiting.recorded], [2, [], []]);
  assert.deepEqual(waiting.counted, ["notion offered", "notion offered", "notion ignored"]);

  const closed = open();
  const forms: readonly object[] = [
    { verification_token: token },
    { verification_token: token, type: "page.created" },
    { verification_token: "secret_short" },
    { verification_token: `secret_${"x".repeat(201)}` },
    { verification_token: "secret_with a space and a \u001b[31mcolor" },
    { verification_token: [token] },
    { verification_token: { token } },
    [token],
  ];
  for (const form of forms) await assert.rejects(closed.receive(offer(form)), codeOf("UNAUTHENTICATED"));
  await assert.rejects(
    closed.receive(offer({ verification_token: token }, { slug: "slack" })),
    codeOf("UNAUTHENTICATED"),
  );
  assert.deepEqual(closed.taken, [`notion app-1 ${token}`], "the other forms offer no secret");
  assert.deepEqual([closed.asked, closed.recorded], [[], []]);
});

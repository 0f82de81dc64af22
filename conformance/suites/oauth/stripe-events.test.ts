/** Stripe's events, from accounts connected at the simulated Stripe to the log: who gets them, and who doesn't. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, describe } from "node:test";
import type { Connection, Event, EventList } from "@svc/contract";
import * as stripe from "@svc/provider-stripe/simulator";
import {
  Caller,
  connect as connectTenant,
  Connected,
  makeClient,
  openSession,
  operateJson,
  startServer,
  uniqueName,
  verifies,
  type RunningServer,
  type TestClient,
} from "../../harness/index.ts";
import { Journey } from "../../harness/oauth/journey.ts";

const secrets = ["whsec_canaryOfTheOldSecret", "whsec_canaryOfTheNewSecret"] as const;
const path = `/in/v1/stripe/${stripe.oauthApp.clientId}`;
const account = "acct_1Simulated000000";
const types = ["customer", "subscription", "invoice", "payment_intent", "charge"];

/** A snapshot event of a customer, as Stripe's documentation has it. @param change members that differ. */
function customerEvent(id: string, change: object = {}): string {
  return JSON.stringify({
    id,
    object: "event",
    account,
    created: 1_773_133_200,
    data: { object: { id: "cus_1", object: "customer", email: "canary@example.com", currency: "eur", balance: 0 } },
    livemode: false,
    type: "customer.updated",
    ...change,
  });
}

/** @param keys the secrets that sign, in Stripe's order: the newest first. */
function signature(body: string, keys: readonly string[], atMs: number): string {
  const t = String(Math.floor(atMs / 1000));
  return [
    `t=${t}`,
    ...keys.map((key) => `v1=${createHmac("sha256", key).update(`${t}.${body}`).digest("hex")}`),
  ].join();
}

describe("events from Stripe", { concurrency: false }, () => {
  let simulator: Awaited<ReturnType<typeof stripe.startStripeSimulator>>;
  let server: RunningServer;
  let client: TestClient;
  let connected: Connected;

  before(async () => {
    simulator = await stripe.startStripeSimulator();
    const env = {
      SVC_OAUTH_STRIPE_CLIENT_ID: stripe.oauthApp.clientId,
      SVC_OAUTH_STRIPE_CLIENT_SECRET: stripe.oauthApp.clientSecret,
      SVC_OAUTH_STRIPE_EVENTS_SECRET: secrets.join(" "),
    };
    server = await startServer({ engine: "sqlite", env, sandboxProviders: { stripe: simulator.url } });
    client = await makeClient(server, { allowActions: ["stripe/*"] });
    connected = await connect();
  });
  after(async () => {
    await server.dispose();
    await simulator.close();
  });

  async function newTenant(): Promise<string> {
    const idempotencyKey = uniqueName("tenant");
    const body = { externalId: idempotencyKey, displayName: "Acme" };
    return ((await client.caller.post("/v1/tenants", body, { idempotencyKey })).json as { id: string }).id;
  }

  /** Connects the account at the simulated Stripe, for a new tenant or again. */
  async function connect({
    livemode = false,
    requestedEvents = types,
    again = undefined as Connected | undefined,
  } = {}): Promise<Connected> {
    simulator.world.set({ livemode });
    const { caller } = client;
    const tenantId = again?.tenantId ?? (await newTenant());
    const session = await openSession(caller, tenantId, {
      provider: "stripe",
      authKind: "oauth2_authorization_code",
      requestedActions: ["customers.get"],
      requestedEvents,
      ...(again === undefined ? {} : { connection_id: again.id }),
    });
    const journey = new Journey({ caller, session });
    await journey.agreeAtSimulator({});
    const { status, connection_id } = await journey.state();
    assert.equal(status, "completed");
    return new Connected(caller, tenantId, connection_id ?? "");
  }

  /** Connects the account with a restricted key, for a new tenant or again. */
  async function connectWithKey(again?: Connected): Promise<Connected> {
    const { caller } = client;
    const tenantId = again?.tenantId ?? (await newTenant());
    const id = await connectTenant(caller, tenantId, stripe.tokens.everything, {
      provider: "stripe",
      authKind: "static_credential",
      requestedActions: ["customers.get"],
      requestedEvents: [],
      ...(again === undefined ? {} : { connection_id: again.id }),
    });
    return new Connected(caller, tenantId, id);
  }

  async function send(body: string, change: { keys?: readonly string[]; atMs?: number; to?: string } = {}) {
    const { keys = [secrets[1]], atMs = Date.now(), to = path } = change;
    const headers = { "content-type": "application/json", "stripe-signature": signature(body, keys, atMs) };
    return (await fetch(`${server.url}${to}`, { method: "POST", body, headers })).status;
  }

  async function eventsOf({ tenantId }: Connected): Promise<Event[]> {
    const { json } = await new Caller(server.http, client.key).get(`/v1/events?tenant_id=${tenantId}&limit=100`);
    return (json as EventList).events.filter(({ type }) => type.startsWith("provider.stripe."));
  }

  const idsOf = async (one: Connected) => (await eventsOf(one)).map(({ data }) => data["providerEventId"]);

  verifies("provider-events.agreed", "a connection shows its account, its mode and its events", async () => {
    const shown = (await connected.caller.get(connected.path)).json as Connection;
    assert.deepEqual(shown.account, { slug: `${account}/test`, name: "Simulated account (test mode)" });
    assert.deepEqual(shown.grantedEvents, types);
    assert.equal((await connected.run("customers.get", { id: "cus_ada00000000001" })).execution.status, "succeeded");
  });

  verifies("provider-events.once", "two tenants with one account get each event, once", async () => {
    const second = await connect();
    const thin = {
      id: "evt_test_once_2",
      object: "v2.core.event",
      type: "v1.customer.deleted",
      livemode: false,
      created: "2026-03-10T09:00:00.000Z",
      context: account,
      related_object: { id: "cus_1", type: "customer", url: "/v1/customers/cus_1" },
    };
    for (const body of [customerEvent("evt_once_1"), customerEvent("evt_once_1"), JSON.stringify(thin)]) {
      assert.equal(await send(body), 200);
    }
    await Promise.all(Array.from({ length: 10 }, () => send(JSON.stringify(thin))));
    for (const one of [connected, second]) {
      const [first, last, ...more] = await eventsOf(one);
      const own = { connection_id: one.id, provider: "stripe", occurredAt: "2026-03-10T09:00:00.000Z" };
      assert.deepEqual(first?.data, {
        ...own,
        providerEventId: "evt_once_1",
        action: "updated",
        customerId: "cus_1",
        currency: "eur",
        balance: 0,
      });
      assert.deepEqual(last?.data, {
        ...own,
        providerEventId: "evt_test_once_2",
        action: "deleted",
        customerId: "cus_1",
        currency: null,
        balance: null,
      });
      assert.deepEqual(more, []);
    }
  });

  verifies(
    "provider-events.agreed",
    "an event of another mode, another account or none isn't a connection's",
    async () => {
      const live = await connect({ livemode: true });
      assert.equal(((await live.caller.get(live.path)).json as Connection).account.slug, `${account}/live`);
      const silent = await connect({ requestedEvents: ["invoice"] });
      const before = await idsOf(connected);
      const bodies = [
        customerEvent("evt_other_account", { account: "acct_1Other0000000000" }),
        customerEvent("evt_platform", { account: undefined }),
        customerEvent("evt_live", { livemode: true }),
      ];
      for (const body of bodies) assert.equal(await send(body), 200);
      assert.deepEqual(await idsOf(connected), before);
      assert.deepEqual(await idsOf(live), ["evt_live"], "and no test event");
      assert.equal(await send(customerEvent("evt_test")), 200);
      assert.deepEqual(await idsOf(connected), [...before, "evt_test"]);
      assert.deepEqual(await idsOf(live), ["evt_live"]);
      assert.deepEqual(await idsOf(silent), [], "its user wasn't asked");
    },
  );

  verifies(
    "provider-events.verified",
    "forged, altered and old deliveries are refused, and leave nothing",
    async () => {
      const before = await idsOf(connected);
      const body = customerEvent("evt_forged");
      const now = Date.now();
      const refused = [
        await send(body, { keys: ["whsec_another"] }),
        await send(body, { keys: [] }),
        await send(body, { atMs: now - 310_000 }),
        await send(body, { atMs: now + 310_000 }),
        await send(body, { to: "/in/v1/stripe/ca_another" }),
        (
          await fetch(`${server.url}${path}`, {
            method: "POST",
            body: body.replace("cus_1", "cus_2"),
            headers: { "stripe-signature": signature(body, secrets, now) },
          })
        ).status,
      ];
      assert.deepEqual([...new Set(refused)], [401]);
      assert.deepEqual(await idsOf(connected), before);
      assert.doesNotMatch(server.log(), /whsec_|canary/);
    },
  );

  verifies("provider-events.verified", "either secret is enough while one is rotated", async () => {
    for (const [id, keys] of Object.entries({
      evt_new: [secrets[1]],
      evt_old: [secrets[0]],
      evt_both: ["whsec_foreign", secrets[0]],
      evt_late: [secrets[0], secrets[1]],
    })) {
      assert.equal(await send(customerEvent(id), { keys, atMs: Date.now() - 200_000 }), 200, id);
    }
    assert.deepEqual((await idsOf(connected)).slice(-4), ["evt_new", "evt_old", "evt_both", "evt_late"]);
  });

  verifies(
    "provider-events.agreed",
    "a connection can change from a key to OAuth and back, with its events",
    async () => {
      const one = await connectWithKey();
      const shown = async () => (await one.caller.get(one.path)).json as Connection;
      const works = async () => (await one.run("customers.get", { id: "cus_ada00000000001" })).execution.status;
      assert.deepEqual([(await shown()).authKind, await works()], ["static_credential", "succeeded"]);
      assert.equal(await send(customerEvent("evt_with_key")), 200);
      assert.deepEqual(await idsOf(one), []);

      assert.equal((await connect({ again: one })).id, one.id);
      const { authKind, grantedEvents, auth_config } = await shown();
      assert.deepEqual(
        [authKind, grantedEvents, auth_config],
        ["oauth2_authorization_code", types, { scopes: ["read_write"] }],
      );
      assert.equal(await works(), "succeeded");
      assert.equal(await send(customerEvent("evt_with_token")), 200);
      assert.deepEqual(await idsOf(one), ["evt_with_token"]);

      await connectWithKey(one);
      assert.deepEqual([(await shown()).authKind, (await shown()).grantedEvents], ["static_credential", []]);
      assert.equal(await works(), "succeeded");
      assert.equal(await send(customerEvent("evt_with_key_again")), 200);
      assert.deepEqual(await idsOf(one), ["evt_with_token"]);
    },
  );

  verifies("provider-events.offline", "the sandbox's command sends each type", async () => {
    const place = ["--connection", connected.id];
    for (const type of types) {
      const sent = await operateJson<{ account: string }>(server, ["sandbox", "emit", "stripe", type, ...place]);
      assert.equal(sent.account, `${account}/test`);
    }
    const emitted = (await eventsOf(connected)).slice(-types.length).map(({ type }) => type);
    assert.deepEqual(
      emitted,
      types.map((type) => `provider.stripe.${type}`),
    );
  });

  verifies("provider-events.agreed", "a disconnected connection gets nothing more", async () => {
    const { status, text } = await connected.caller.delete(connected.path);
    assert.equal(status, 200, text);
    const before = await idsOf(connected);
    assert.equal(await send(customerEvent("evt_after_the_end")), 200);
    assert.deepEqual(await idsOf(connected), before);
  });
});

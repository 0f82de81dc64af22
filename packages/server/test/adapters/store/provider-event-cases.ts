/** Events from providers: to which connections they go, that each is recorded once, and the secrets that sign them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventRow } from "../../../src/domain/journal/port.ts";
import {
  eventSecretVersion,
  type EventSecretWindow,
  type NewProviderEvent,
  type StoredEventSecret,
} from "../../../src/domain/provider-events/port.ts";
import type { ConnectionRow } from "../../../src/domain/connections/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import * as samples from "./samples.ts";

/** The fields of a connection to GitHub that agreed to pushes. */
export const listening = { provider: "github", appId: "app-1", eventsAccount: "583231", grantedEvents: ["push"] };
const address = { provider: "github", appId: "app-1", accounts: ["583231"], type: "push", clientIds: null };

/** An event of type `push` for a connection, with this id at the provider. */
export function samplePush({ id, clientId, tenantId }: ConnectionRow, providerEventId: string): NewProviderEvent {
  const route = { connectionId: id, clientId, tenantId };
  const published = {
    connection_id: id,
    provider: "github",
    providerEventId,
    occurredAt: null,
    ref: "refs/heads/main",
  };
  return { ...route, provider: "github", type: "provider.github.push", providerEventId, published };
}

/** Returns the provider's events in a client's log, oldest first. */
export async function pushesOf(store: Store, clientId: string): Promise<EventRow[]> {
  const { rows } = await store.events.list(clientId, { type: null, tenantId: null, afterSeq: 0, limit: 1000 });
  return rows.filter(({ type }) => type === "provider.github.push");
}

/** Registers the cases. */
export function providerEventCases(store: () => Store): void {
  const idsOf = async (clientId: string) =>
    (await pushesOf(store(), clientId)).map(({ data }) => data["providerEventId"]);

  test("routes an event to the connections of its app and account that agreed to its type", async () => {
    const place = await samples.makeTenant(store());
    const connection = await samples.makeConnection(store(), place, { ...listening, eventsAccount: "routed" });
    for (const other of [
      { provider: "slack" },
      { appId: "app-2" },
      { eventsAccount: "other" },
      { eventsAccount: "" },
      { grantedEvents: ["issues"] },
    ]) {
      await samples.makeConnection(store(), place, { ...listening, eventsAccount: "routed", ...other });
    }
    const gone = await samples.makeConnection(store(), place, { ...listening, eventsAccount: "routed" });
    await store().connections.disconnect(place.clientId, place.tenantId, gone.id, 3000, "operator");
    const routes = (change: object = {}) =>
      store().providerEvents.routes({ ...address, accounts: ["routed"], ...change });
    const expected = [{ connectionId: connection.id, ...place }];
    assert.deepEqual(await routes(), expected);
    assert.deepEqual(await routes({ clientIds: [place.clientId] }), expected);
    assert.deepEqual(await routes({ clientIds: ["scl_other"] }), []);
    assert.deepEqual(await routes({ type: "issues" }).then((found) => found.length), 1);
    await store().connections.markNeedsReconnect(connection.id, 1, 3000, { by: "system" });
    assert.deepEqual(await routes(), expected, "its user agreed, and hasn't disconnected");
    await store().serviceClients.revoke(place.clientId, 4000, "operator");
    assert.deepEqual(await routes(), []);
  });

  test("routes an event with several accounts to the connections of each, once, and to no others", async () => {
    const place = await samples.makeTenant(store());
    const make = (eventsAccount: string) => samples.makeConnection(store(), place, { ...listening, eventsAccount });
    const [one, other] = [await make('bot "1"'), await make("bot-2")];
    await make("bot-3");
    const routed = async (accounts: readonly string[]) => {
      const routes = await store().providerEvents.routes({ ...address, accounts });
      return routes.map(({ connectionId }) => connectionId).sort();
    };
    assert.deepEqual(await routed(['bot "1"', "bot-2", "bot-2", "bot-9", "bot\0"]), [one.id, other.id].sort());
    assert.deepEqual(await routed(["bot-2"]), [other.id]);
    assert.deepEqual([await routed([""]), await routed([]), await routed(["bot-2,bot-3"])], [[], [], []]);
  });

  test("names the connections that get a type of event, newest first", async () => {
    const place = await samples.makeTenant(store());
    const make = (createdAt: number, change: object = {}) =>
      samples.makeConnection(store(), place, { ...listening, provider: "receiving", createdAt, ...change });
    const [older, newer] = [await make(1000), await make(2000, { eventsAccount: "newer" })];
    await make(3000, { grantedEvents: ["issues"] });
    await make(3000, { eventsAccount: "" });
    const gone = await make(3000);
    await store().connections.disconnect(place.clientId, place.tenantId, gone.id, 4000, "operator");
    assert.deepEqual(await store().providerEvents.receivers("receiving", "push"), [
      { connectionId: newer.id, appId: "app-1", account: "newer" },
      { connectionId: older.id, appId: "app-1", account: "583231" },
    ]);
  });

  test("two tenants that connected one account both get an event, once each, and see only their own", async () => {
    const [one, other] = [await samples.makeTenant(store()), await samples.makeTenant(store())];
    const connections = [
      await samples.makeConnection(store(), one, { ...listening, eventsAccount: "shared" }),
      await samples.makeConnection(store(), other, { ...listening, eventsAccount: "shared" }),
    ];
    const routes = await store().providerEvents.routes({ ...address, accounts: ["shared"] });
    assert.deepEqual(routes.map(({ connectionId }) => connectionId).sort(), connections.map(({ id }) => id).sort());
    for (const connection of [...connections, ...connections])
      await store().providerEvents.record(samplePush(connection, "e-1"));
    for (const [index, { clientId, tenantId }] of [one, other].entries()) {
      const [event, ...more] = await pushesOf(store(), clientId);
      assert.deepEqual(more, []);
      assert.deepEqual([event?.tenantId, event?.data["connection_id"]], [tenantId, connections[index]?.id]);
    }
  });

  test("records each event once, in the order of commits, whatever arrives again or at once", async () => {
    const place = await samples.makeTenant(store());
    const connection = await samples.makeConnection(store(), place, listening);
    const random = seeded(4711);
    const ids = Array.from({ length: 60 }, (_, index) => `e-${String(index)}`);
    const arrivals = ids.flatMap((id) => Array.from({ length: 1 + Math.floor(random() * 4) }, () => id));
    arrivals.sort(() => random() - 0.5);
    const results: string[] = [];
    while (arrivals.length > 0) {
      const together = arrivals.splice(0, 1 + Math.floor(random() * 12));
      results.push(
        ...(await Promise.all(together.map((id) => store().providerEvents.record(samplePush(connection, id))))),
      );
    }
    const seen = await idsOf(place.clientId);
    assert.equal(seen.length, ids.length);
    assert.deepEqual(new Set(seen), new Set(ids));
    assert.equal(results.filter((result) => result === "recorded").length, ids.length);
    const entries = (await store().audit.page(place.clientId, 0, 1000)).filter(({ actor }) => actor === "provider");
    assert.equal(entries.length, ids.length);
    assert.deepEqual(
      entries.map(({ publicSeq }) => publicSeq),
      entries.map(({ publicSeq }) => publicSeq).toSorted((a, b) => a - b),
    );
    assert.deepEqual(Object.keys(entries[0]?.data ?? {}).sort(), ["provider", "publicDigest"]);
  });

  test("a disconnected connection gets nothing, also if it was disconnected after the event was routed", async () => {
    const place = await samples.makeTenant(store());
    const connection = await samples.makeConnection(store(), place, listening);
    assert.equal(await store().providerEvents.record(samplePush(connection, "before")), "recorded");
    const disconnect = store().connections.disconnect(place.clientId, place.tenantId, connection.id, 3000, "operator");
    const racing = Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        store().providerEvents.record(samplePush(connection, `racing-${String(index)}`)),
      ),
    );
    await Promise.all([disconnect, racing]);
    assert.equal(await store().providerEvents.record(samplePush(connection, "after")), "disconnected");
    const { rows } = await store().events.list(place.clientId, { type: null, tenantId: null, afterSeq: 0, limit: 100 });
    const end = rows.findIndex(({ type }) => type === "connection.disconnected");
    assert.ok(end > 0);
    assert.deepEqual(rows.slice(end + 1), []);
  });

  test("an event of another client's connection is not recorded", async () => {
    const [own, other] = [await samples.makeTenant(store()), await samples.makeTenant(store())];
    const connection = await samples.makeConnection(store(), other, listening);
    assert.equal(
      await store().providerEvents.record({ ...samplePush(connection, "e-1"), clientId: own.clientId }),
      "disconnected",
    );
    assert.deepEqual([await idsOf(own.clientId), await idsOf(other.clientId)], [[], []]);
  });

  test("forgets the ids of old events in batches", async () => {
    const place = await samples.makeTenant(store());
    const connection = await samples.makeConnection(store(), place, listening);
    for (const id of ["e-1", "e-2", "e-3"]) await store().providerEvents.record(samplePush(connection, id));
    assert.equal(await store().providerEvents.prune(0, 100), 0);
    while ((await store().providerEvents.prune(Number.MAX_SAFE_INTEGER, 2)) === 2);
    assert.equal(await store().providerEvents.record(samplePush(connection, "e-1")), "recorded");
  });

  test("keeps two secrets of an app at once while one is rotated, and removes them with their app", async () => {
    const app = { serviceClientId: "", provider: "signing", appId: "app-1", name: "" };
    const sealed = (byte: number) => ({ wrapped: Uint8Array.of(byte), rootKeyId: "a" });
    const secret = (createdAt: number): StoredEventSecret => {
      const { serviceClientId, provider, appId } = app;
      return { serviceClientId, provider, appId, createdAt, usableUntil: null, secret: sealed(createdAt % 256) };
    };
    const put = (createdAt: number, oldUntil: number | null) =>
      store().eventSecrets.put(secret(createdAt), { oldUntil, by: "operator:ada" });
    const stored = async () =>
      (await store().eventSecrets.list())
        .filter(({ provider }) => provider === app.provider)
        .map(({ createdAt, usableUntil }) => [createdAt, usableUntil]);
    assert.equal(await put(1, null), false, "there is no app yet");
    const setApp = (change: object = {}) =>
      store().oauthApps.put({ ...app, secret: sealed(9), createdAt: 1, updatedAt: 1, ...change }, "operator");
    await setApp();
    assert.equal(await put(1, null), true);
    assert.equal(await put(2, 500), true);
    assert.deepEqual(await stored(), [
      [2, null],
      [1, 500],
    ]);
    assert.equal(await put(3, 600), true);
    const newestAndOld = [
      [3, null],
      [2, 600],
    ];
    assert.deepEqual(await stored(), newestAndOld);
    assert.equal(await put(3, 700), "same_time");
    assert.deepEqual(await stored(), newestAndOld);
    await setApp({ name: "Acme" });
    assert.equal((await stored()).length, 2, "the app is the same");
    assert.equal(await put(3, null), true, "the one before it isn't kept");
    assert.equal(await put(4, null), true);
    assert.deepEqual(await stored(), [[4, null]]);
    const version = eventSecretVersion(secret(4));
    const change = { oldUntil: null, by: "operator:ada" } as const;
    for (const expectedVersion of [null, eventSecretVersion(secret(3))]) {
      assert.equal(await store().eventSecrets.put(secret(5), { ...change, expectedVersion }), "stale");
    }
    assert.deepEqual(await stored(), [[4, null]]);
    assert.equal(await store().eventSecrets.put(secret(4), { ...change, expectedVersion: version }), true);
    const filter = {
      type: "oauth_app.event_secret_set",
      tenantId: null,
      subject: app.provider,
      beforeSeq: null,
      limit: 1,
    };
    const [entry] = (await store().audit.list("", filter)).rows;
    assert.deepEqual([entry?.actor, entry?.data["keepsOld"]], ["operator:ada", false]);
    await setApp({ appId: "app-2" });
    assert.deepEqual(await stored(), []);
    assert.equal(await put(5, null), false, "it is another app");
    await setApp();
    assert.equal(await put(6, null), true);
    await store().oauthApps.remove(app, "operator");
    assert.deepEqual(await stored(), []);
  });

  test("keeps what came while an operator waits, until the secret is set, the app changes or the time is over", async () => {
    const app = { serviceClientId: "", provider: "waiting", appId: "app-1" };
    const sealed = (text: string) => ({ wrapped: new TextEncoder().encode(text), rootKeyId: "a" });
    const window = (openedAt: number, change: object = {}): EventSecretWindow => {
      return { ...app, openedAt, expiresAt: openedAt + 100, offered: sealed("[]"), ...change };
    };
    const { openWindow, fillWindow, windows, dropWindows } = store().eventSecrets;
    const kept = async () => (await windows()).filter(({ provider }) => provider === app.provider);
    const by = "operator:ada";
    assert.equal(await openWindow(window(1), by), false, "there is no app yet");
    const setApp = (change: object = {}) =>
      store().oauthApps.put({ ...app, name: "", secret: sealed("x"), createdAt: 1, updatedAt: 1, ...change }, by);
    await setApp();
    assert.equal(await openWindow(window(1), by), true);
    assert.equal(await openWindow(window(2), by), true);
    assert.deepEqual(await kept(), [window(2)], "an app has one window");
    assert.equal(await fillWindow(window(1), sealed("[1]")), false, "it was replaced");
    assert.equal(await fillWindow(window(2, { appId: "other", serviceClientId: "scl_x" }), sealed("[1]")), false);
    const results = await Promise.all(["[1]", "[2]", "[3]"].map((text) => fillWindow(window(2), sealed(text))));
    assert.equal(results.filter((isFilled) => isFilled).length, 1, "one of those that come at once");
    await setApp({ name: "Acme" });
    assert.equal((await kept()).length, 1, "the app is the same");
    await dropWindows(101);
    assert.equal((await kept()).length, 1);
    await dropWindows(102);
    assert.deepEqual(await kept(), []);

    const closes: Readonly<Record<string, () => Promise<unknown>>> = {
      "its secret is set": () =>
        store().eventSecrets.put(
          { ...app, createdAt: 9, usableUntil: null, secret: sealed("y") },
          { oldUntil: null, by },
        ),
      "the app is another": () => setApp({ appId: "app-2" }),
      "the app is removed": () => store().oauthApps.remove(app, by),
    };
    for (const [name, close] of Object.entries(closes)) {
      await setApp();
      assert.equal(await openWindow(window(3), by), true);
      await close();
      assert.deepEqual(await kept(), [], name);
    }
    const filter = {
      type: "oauth_app.event_secret_expected",
      tenantId: null,
      subject: app.provider,
      beforeSeq: null,
      limit: 9,
    };
    const entries = (await store().audit.list("", filter)).rows;
    assert.deepEqual(
      entries.map(({ actor, data }) => [actor, data["appId"]]),
      Array.from({ length: 5 }, () => [by, "app-1"]),
    );
  });
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The event log: which changes append to it, its order, and its retention. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventRow } from "../../../src/domain/journal/port.ts";
import { journalTypes } from "../../../src/domain/journal/types.ts";
import type { ExecutionRow, Settlement } from "../../../src/domain/records/record.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import * as samples from "./samples.ts";
import * as outcomes from "./settlement-samples.ts";

const rejection = { by: "end_user", failsWith: "CREDENTIAL_REJECTED", code: "PROVIDER_UNAUTHORIZED" } as const;

async function readAll(store: Store, clientId: string, afterSeq = 0): Promise<EventRow[]> {
  return (await store.events.list(clientId, { type: null, tenantId: null, afterSeq, limit: 1000 })).rows;
}

const told = ({ seq, type, data }: EventRow): unknown[] => [seq, type, data["status"]];

/** A successful test of a credential without an expiry. */
const works = { alive: { credentialExpiresAt: null }, code: "" };
const broken = { alive: null, code: "PROVIDER_UNAUTHORIZED" };

/** Registers the cases. */
export function eventCases(store: () => Store): void {
  test("appends one event for each change of a connection's state", async () => {
    const place = await samples.makeTenant(store());
    const { id } = await samples.makeConnection(store(), place);
    await store().connections.markNeedsReconnect(id, 1, 2000, { by: "system" });
    await store().connections.markNeedsReconnect(id, 1, 2001, { by: "system" });
    await store().connections.recordTest(id, 1, broken, 2002, "operator");
    await store().connections.recordTest(id, 1, works, 2003, "operator");
    await store().connections.recordTest(id, 1, works, 2004, "operator");
    await store().connections.disconnect(place.clientId, place.tenantId, id, 2005, "operator");
    await store().connections.disconnect(place.clientId, place.tenantId, id, 2006, "operator");
    const events = (await readAll(store(), place.clientId)).filter(({ type }) => type.startsWith("connection."));
    assert.deepEqual(
      events.map(({ type, data }) => [type, data]),
      [
        ["connection.created", { connection_id: id, provider: "doppler", status: "active" }],
        ["connection.needs_reconnect", { connection_id: id, provider: "doppler", status: "needs_reconnect" }],
        ["connection.updated", { connection_id: id, provider: "doppler", status: "active" }],
        ["connection.disconnected", { connection_id: id, provider: "doppler", status: "disconnected" }],
      ],
    );
    for (const event of events) {
      assert.equal(event.tenantId, place.tenantId);
      assert.match(event.id, /^evt_/);
      assert.ok(Math.abs(event.at - Date.now()) < 300_000, "by a clock near ours, in milliseconds");
    }
  });

  test("a test in the console revives a connection, and its entries are by an author that their types name", async () => {
    const place = await samples.makeTenant(store());
    const { id } = await samples.makeConnection(store(), place);
    await store().connections.markNeedsReconnect(id, 1, 2000, { by: "operator:opt_1" });
    await store().connections.recordTest(id, 1, works, 2001, "operator:opt_1");
    const entries = (await store().audit.page(place.clientId, 0, 100)).filter(
      ({ actor }) => actor === "operator:opt_1",
    );
    const named = ["connection.needs_reconnect", "connection.tested", "connection.updated"] as const;
    assert.deepEqual(
      entries.map(({ type }) => type),
      named,
    );
    for (const type of named) assert.ok((journalTypes[type].by as readonly string[]).includes("console"), type);
  });

  test("appends events for an unknown outcome and its resolution, and for no other outcome", async () => {
    const place = await samples.makeConnectedTenant(store());
    const keyed = [samples.keyedExecution(place), samples.keyedExecution(place)];
    const before = (await readAll(store(), place.clientId)).length;
    for (const [index, { row, claim }] of keyed.entries()) {
      await store().executions.claim(row, claim);
      await store().executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, { at: 3000, settleAfter: 0 });
      const settlement = index === 0 ? outcomes.unknown : outcomes.succeeded;
      assert.ok(
        await store().executions.settle(row, { from: "dispatched", ownerId: row.ownerId, fence: 1 }, settlement),
      );
    }
    const id = keyed[0]?.row.id ?? "";
    const resolution = { outcome: "failed", note: "", resolvedBy: "key:k", resolvedAt: 4000 } as const;
    await store().executions.resolve(place.clientId, place.tenantId, id, resolution, "operator");
    const events = (await readAll(store(), place.clientId)).slice(before);
    assert.deepEqual(events.map(told), [
      [before + 1, "action_execution.outcome_unknown", "outcome_unknown"],
      [before + 2, "action_execution.resolved", "failed"],
    ]);
    assert.ok(events.every(({ data }) => data["execution_id"] === id && data["action_id"] === "secrets.set"));
  });

  test("names the delegated token of an execution, and its holder", async () => {
    const place = await samples.makeConnectedTenant(store());
    const before = (await readAll(store(), place.clientId)).length;
    const holders = [{ tokenChain: ["dtk_1", "dtk_2"], subject: "ann", agent: "" }, {}];
    for (const holder of holders) {
      const row = samples.sampleExecution(place, holder);
      await store().executions.claim(row, null);
      await store().executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, { at: 3000, settleAfter: 0 });
      await store().executions.settle(row, { from: "dispatched", ownerId: row.ownerId, fence: 1 }, outcomes.unknown);
    }
    const events = (await readAll(store(), place.clientId)).slice(before);
    const [named, unnamed] = events.map(({ data }) => data);
    const told = [named?.["delegated_token_id"], named?.["subject"], named?.["agent"]];
    assert.deepEqual(told, ["dtk_2", "ann", null]);
    assert.ok(unnamed !== undefined && !Object.keys(unnamed).some((name) => /token|subject|agent/.test(name)));
  });

  test("appends an event for an unknown outcome without a key, settled alone, in a batch or by a sweep", async () => {
    const place = await samples.makeConnectedTenant(store());
    const before = (await readAll(store(), place.clientId)).length;
    const rows = Array.from({ length: 6 }, () => samples.sampleExecution(place, { ownerId: samples.newId("owner") }));
    for (const row of rows) {
      await store().executions.claim(row, null);
      await store().executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, { at: 3000, settleAfter: 0 });
    }
    const [alone, ...others] = rows;
    const [swept, ...company] = others;
    const settle = async (row: ExecutionRow | undefined, settlement: Settlement): Promise<boolean> => {
      if (row === undefined) return false;
      const expect = { from: "dispatched", ownerId: row.ownerId, fence: 1 } as const;
      return await store().executions.settle(row, expect, settlement);
    };
    assert.ok(await settle(alone, outcomes.unknown));
    const settlements = [outcomes.succeeded, outcomes.unknown, outcomes.freed, outcomes.unknown];
    const ends = await Promise.all(company.map((row, index) => settle(row, settlements[index] ?? outcomes.unknown)));
    assert.deepEqual(ends, [true, true, true, true]);
    await store().executions.sweep({ silent: [], limit: 1000 });
    const resolution = { outcome: "succeeded", note: "", resolvedBy: "key:k", resolvedAt: 4000 } as const;
    await store().executions.resolve(place.clientId, place.tenantId, alone?.id ?? "", resolution, "operator");
    const events = (await readAll(store(), place.clientId)).slice(before);
    const unknown = (row: ExecutionRow | undefined) => `action_execution.outcome_unknown outcome_unknown ${row?.id}`;
    // Events of one commit have no particular order.
    assert.equal(events.length, 5);
    assert.deepEqual(
      new Set(events.map(({ type, data }) => `${type} ${String(data["status"])} ${String(data["execution_id"])}`)),
      new Set([
        ...[alone, company[1], company[3], swept].map(unknown),
        `action_execution.resolved succeeded ${alone?.id}`,
      ]),
    );
  });

  test("appends an event for each end of a session and each rejected credential", async () => {
    const place = await samples.makeTenant(store());
    const cancelled = await samples.makeSession(store(), place, { status: "opened", expiresAt: 9e15 });
    await store().connectSessions.end(cancelled, "cancelled", "", 2000, { actor: "system" });
    await store().connectSessions.end(cancelled, "cancelled", "", 2001, { actor: "system" });
    const failing = await samples.makeSession(store(), place, { status: "opened", expiresAt: 9e15 });
    await store().connectSessions.reject(failing, 2, 2000, rejection);
    await store().connectSessions.reject(failing, 2, 2001, rejection);
    const events = await readAll(store(), place.clientId);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data["connect_session_id"], data["error"] ?? data["rejections"] ?? null]),
      [
        ["connect_session.cancelled", cancelled, null],
        ["credential.rejected", failing, 1],
        ["credential.rejected", failing, 2],
        ["connect_session.failed", failing, "CREDENTIAL_REJECTED"],
      ],
    );
  });

  test("appends an event for each session and connection that one statement ends, and for a rejected refresh", async () => {
    const place = await samples.makeTenant(store());
    const { clientId, tenantId } = place;
    const refused = await samples.makeConnection(store(), place);
    const holder = samples.newId("owner");
    const taken = await store().credentialRefreshes.take({ ...place, connectionId: refused.id }, 1, holder, 60_000);
    const lease = { connectionId: refused.id, holder, fence: taken?.fence ?? 0 };
    assert.equal(await store().credentialRefreshes.markNeedsReconnect(lease, 1, 2000), true);
    const ended = [await samples.makeConnection(store(), place), refused];
    await store().connections.disconnectAll({ clientId, tenantId: null, provider: null }, 2001, "operator");
    const expired = await samples.makeSession(store(), place, { status: "opened", expiresAt: 1000 });
    await store().connectSessions.sweep(2002, 1000);
    const [connection, open] = [
      await samples.makeConnection(store(), place),
      await samples.makeSession(store(), place, { status: "opened", expiresAt: 9e15 }),
    ];
    assert.equal(await store().tenants.remove(clientId, tenantId, 2003, false, "operator"), "removed");
    const events = (await readAll(store(), clientId)).filter(({ type }) => !/created|completed$/.test(type));
    const names = (some: readonly EventRow[]) =>
      some.map(({ type, data }) => `${type} ${String(data["connect_session_id"] ?? data["connection_id"])}`);
    assert.deepEqual(names(events.slice(0, 1)), [`connection.needs_reconnect ${refused.id}`]);
    assert.deepEqual(
      new Set(names(events.slice(1, 3))),
      new Set(ended.map(({ id }) => `connection.disconnected ${id}`)),
    );
    assert.deepEqual(names(events.slice(3)), [
      `connect_session.expired ${expired}`,
      `connection.disconnected ${connection.id}`,
      `connect_session.cancelled ${open}`,
    ]);
  });

  test("a reader that resumes misses nothing and reads nothing twice", async () => {
    const { clientId } = await samples.makeTenant(store());
    const writers = await Promise.all(Array.from({ length: 4 }, () => samples.addTenant(store(), clientId)));
    const seen: number[] = [];
    let isWriting = true;
    const read = async (): Promise<void> => {
      for (let isLast = false; !isLast;) {
        isLast = !isWriting;
        for (const { seq } of await readAll(store(), clientId, seen.at(-1) ?? 0)) seen.push(seq);
      }
    };
    const write = async (tenantId: string): Promise<void> => {
      for (let made = 0; made < 8; made += 1) {
        const { id } = await samples.makeConnection(store(), { clientId, tenantId });
        await store().connections.disconnect(clientId, tenantId, id, 2000, "operator");
      }
    };
    const reading = read();
    await Promise.all(writers.map(write)).finally(() => {
      isWriting = false;
    });
    await reading;
    assert.deepEqual(
      seen,
      [...seen.keys()].map((index) => index + 1),
    );
    assert.ok(seen.length >= 4 * 8 * 2);
  });

  test("filters and pages in the log's order, and keeps clients' logs apart", async () => {
    const [mine, other] = [await samples.makeTenant(store()), await samples.makeTenant(store())];
    for (const place of [mine, mine, other, mine]) await samples.makeConnection(store(), place);
    const query = { type: "connection.created", tenantId: mine.tenantId, afterSeq: 0, limit: 2 };
    const first = await store().events.list(mine.clientId, query);
    assert.equal(first.more, true);
    const rest = await store().events.list(mine.clientId, { ...query, afterSeq: first.rows.at(-1)?.seq ?? 0 });
    assert.deepEqual([first.rows.length, rest.rows.length, rest.more], [2, 1, false]);
    assert.equal((await store().events.list(mine.clientId, { ...query, tenantId: other.tenantId })).rows.length, 0);
    const [event] = first.rows;
    assert.ok(event !== undefined);
    assert.deepEqual(await store().events.find(mine.clientId, event.id), event);
    assert.equal(await store().events.find(other.clientId, event.id), null);
    const isEntry = ({ id, type }: { id: string; type: string }) => id === event.id && type === event.type;
    assert.equal((await store().audit.page(mine.clientId, 0, 100)).filter(isEntry).length, 1, "the trail has it too");
  });

  test("prunes the oldest events in batches, and reports the last pruned number", async () => {
    const place = await samples.makeTenant(store());
    for (let made = 0; made < 3; made += 1) await samples.makeConnection(store(), place);
    const all = await readAll(store(), place.clientId);
    const far = 9e15;
    assert.equal(await store().events.prune(place.clientId, 1, 10), 0);
    assert.equal(await store().events.prune(place.clientId, far, 2), 2);
    const query = { type: null, tenantId: null, afterSeq: 0, limit: 10 };
    const left = await store().events.list(place.clientId, query);
    assert.deepEqual([left.rows.map(({ seq }) => seq), left.prunedSeq], [all.slice(2).map(({ seq }) => seq), 2]);
    assert.ok((await store().audit.chainIds()).includes(place.clientId));
    assert.equal(await store().events.prune(place.clientId, far, 10), all.length - 2);
    await samples.makeConnection(store(), place);
    const next = await readAll(store(), place.clientId);
    assert.equal(next[0]?.seq, all.length + 1, "numbering continues");
  });
}

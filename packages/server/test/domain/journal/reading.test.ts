/** Reading the log: cursors that continue, ids that identify one event, and retention. */
import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { test } from "node:test";
import { idPrefixes, idRandomBytes, isId, makeId, ServiceError, type EventList } from "@svc/contract";
import { createEvents } from "../../../src/domain/journal/events.ts";
import type { EventRow, EventStore } from "../../../src/domain/journal/port.ts";
import { pruneEvents } from "../../../src/domain/journal/retention.ts";
import { createCursors } from "../../../src/domain/listings/page.ts";
import type { Caller } from "../../../src/domain/service-clients/caller.ts";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";

const caller = { client: { id: "scl_1" } } as unknown as Caller;
const cursors = createCursors(keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]])));

/** An in-memory log. */
function log(): { rows: EventRow[]; pruned: number; store: EventStore } {
  const state = { rows: [] as EventRow[], pruned: 0 };
  const store: EventStore = {
    list: (_client, { type, tenantId, afterSeq, limit }) => {
      const matching = state.rows.filter(
        (row) =>
          row.seq > afterSeq &&
          (type === null || row.type === type) &&
          (tenantId === null || row.tenantId === tenantId),
      );
      const headSeq = state.rows.at(-1)?.seq ?? 0;
      const page = { rows: matching.slice(0, limit), more: matching.length > limit, headSeq, prunedSeq: state.pruned };
      return Promise.resolve(page);
    },
    find: (_client, id) => Promise.resolve(state.rows.find((row) => row.id === id) ?? null),
    prune: (clientId, before, limit) => {
      const pruned = clientId === "scl_1" ? state.rows.filter(({ at }) => at < before).slice(0, limit) : [];
      state.rows.splice(0, pruned.length);
      return Promise.resolve(pruned.length);
    },
  };
  return Object.assign(state, { store });
}

function row(seq: number, type: EventRow["type"] = "connection.created"): EventRow {
  const id = makeId(idPrefixes.event, 1_000 + seq, new Uint8Array(idRandomBytes));
  return { id, clientId: "scl_1", seq, type, tenantId: "", endpointId: "", data: { n: seq }, at: 1_000 + seq };
}

const numbers = ({ events }: EventList): unknown[] => events.map(({ data }) => data["n"]);

test("pages reach the end, and the last cursor returns later events, even from an empty log", async () => {
  const { rows, store } = log();
  const events = createEvents({ store, cursors });
  const empty = await events.list(caller, { limit: 2 });
  assert.deepEqual([empty.events, empty.nextCursor], [[], null]);
  rows.push(row(1), row(2), row(3));
  const first = await events.list(caller, { limit: 2, cursor: empty.resumeCursor });
  assert.deepEqual([numbers(first), first.nextCursor], [[1, 2], first.resumeCursor]);
  const last = await events.list(caller, { limit: 2, cursor: first.resumeCursor });
  assert.deepEqual([numbers(last), last.nextCursor], [[3], null]);
  const idle = await events.list(caller, { limit: 2, cursor: last.resumeCursor });
  assert.deepEqual([idle.events, idle.resumeCursor], [[], last.resumeCursor]);
  rows.push(row(4));
  assert.deepEqual(numbers(await events.list(caller, { limit: 2, cursor: idle.resumeCursor })), [4]);
});

test("a cursor belongs to its filters, and one older than the kept events is rejected", async () => {
  const state = log();
  state.rows.push(row(1), row(2, "credential.rejected"), row(3));
  const events = createEvents({ store: state.store, cursors });
  const { resumeCursor: cursor } = await events.list(caller, { limit: 1 });
  const refused = (error: unknown): boolean => error instanceof ServiceError && error.code === "INVALID_REQUEST";
  await assert.rejects(events.list(caller, { limit: 1, cursor, type: "credential.rejected" }), refused);
  await assert.rejects(events.list({ client: { id: "scl_2" } } as unknown as Caller, { limit: 1, cursor }), refused);
  state.pruned = 1;
  assert.deepEqual(numbers(await events.list(caller, { limit: 5, cursor })), [2, 3]);
  state.pruned = 2;
  await assert.rejects(events.list(caller, { limit: 5, cursor }), refused);
  assert.equal((await events.list(caller, { limit: 5 })).events.length, 3, "reading from the beginning leaves no gap");
});

test("an event keeps one id, and only that id finds it", async () => {
  const { rows, store } = log();
  rows.push(row(1), { ...row(2), at: 1_001 });
  const events = createEvents({ store, cursors });
  const [first, second] = (await events.list(caller, { limit: 5 })).events;
  assert.ok(first !== undefined && second !== undefined && first.id !== second.id);
  assert.ok(isId(idPrefixes.event, first.id));
  assert.deepEqual(await events.get(caller, second.id), second);
  for (const id of [first.id.replace(/.$/, (end) => (end === "0" ? "1" : "0")), first.id.replace("evt", "act"), "x"]) {
    await assert.rejects(
      events.get(caller, id),
      (error: unknown) => error instanceof ServiceError && error.code === "EVENT_NOT_FOUND",
    );
  }
});

test("prunes until nothing old is left, and keeps young events", async () => {
  const { rows, store } = log();
  for (let seq = 1; seq <= 1_203; seq += 1) rows.push(row(seq));
  let pruned = 0;
  for await (const count of pruneEvents(
    { trail: { chainIds: () => Promise.resolve(["scl_1", "scl_2"]) }, events: store },
    2_201,
  ))
    pruned += count;
  assert.equal(pruned, 1_200);
  assert.deepEqual(
    rows.map(({ seq }) => seq),
    [1_201, 1_202, 1_203],
  );
});

/** Fetches from strangers' servers: bounded in all and per server, shared, and awaited outside the gate. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSharedFetches } from "../../../src/domain/agent-sign-in/shared-fetches.ts";

type Waiting = { resolve: (result: string) => void; reject: (error: Error) => void };

function fixture(bounds = { fetches: 3, perServer: 2, waiting: 4 }) {
  const fetches = createSharedFetches<string>(bounds);
  const started: Record<string, Waiting> = {};
  let outside = 0;
  const get = (key: string, server = "a.example"): Promise<string> =>
    fetches.get(
      key,
      server,
      () => new Promise((resolve, reject) => (started[key] = { resolve, reject })),
      async (wait) => {
        outside += 1;
        return await wait().finally(() => (outside -= 1));
      },
    );
  return { get, started, outside: () => outside, hasRoom: fetches.hasRoom };
}

test("requests for the same document share one fetch, and all wait outside the gate", async () => {
  const { get, started, outside } = fixture();
  const both = [get("one"), get("one")];
  assert.deepEqual([Object.keys(started), outside()], [["one"], 2]);
  started["one"]?.resolve("document");
  assert.deepEqual(await Promise.all(both), ["document", "document"]);
  assert.equal(outside(), 0);
});

test("at most two fetches go to one server, and a few to all; a finished one makes room, also if it failed", async () => {
  const { get, started, hasRoom } = fixture();
  const [first, second] = [get("one"), get("two")];
  assert.equal(await get("three"), "busy");
  const rooms = [hasRoom("one", "a.example"), hasRoom("three", "a.example"), hasRoom("four", "b.example")];
  assert.deepEqual(rooms, [true, false, true], "it joins a fetch, or starts one where there's room");
  const other = get("four", "b.example");
  assert.equal(await get("five", "c.example"), "busy");
  assert.deepEqual(Object.keys(started), ["one", "two", "four"]);
  started["one"]?.reject(new Error("lost"));
  await assert.rejects(first);
  const next = get("three");
  assert.ok("three" in started);
  for (const key of ["two", "three", "four"]) started[key]?.resolve(key);
  assert.deepEqual(await Promise.all([second, next, other]), ["two", "three", "four"]);
});

test("only so many requests wait, for whichever document", async () => {
  const { get, started } = fixture();
  const waiting = ["one", "one", "one", "two"].map((key) => get(key));
  assert.equal(await get("one"), "busy");
  assert.equal(await get("four", "b.example"), "busy");
  for (const key of ["one", "two"]) started[key]?.resolve(key);
  await Promise.all(waiting);
  const again = get("one");
  started["one"]?.resolve("again");
  assert.equal(await again, "again");
});

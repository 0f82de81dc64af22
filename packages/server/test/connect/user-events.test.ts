/** What an end user can write into the audit trail: the first of its kind, then counts, and nothing after the end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createConnectFrontend } from "../../src/connect/frontend.ts";
import { created, opened, refusedWith } from "./flow.ts";
import { createWorld, origin, type World } from "./memory.ts";

const elsewhere = "https://evil.example";

const eventsOf = (world: World, type: string) =>
  world.audit.filter((event) => event.type === `connect_session.${type}`);

async function times(count: number, act: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await act(index);
}

test("of 4,000 refused calls the first is recorded, and then counts", async () => {
  const world = createWorld();
  const { frontend, secret, session } = await opened(world);
  await times(4000, () => refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.session(elsewhere, secret)));
  const events = eventsOf(world, "call_refused");
  assert.deepEqual(
    events.map(({ data }) => data),
    [undefined, 10, 100, 1000].map((count) => ({ origin: elsewhere, ...(count === undefined ? {} : { count }) })),
  );
  assert.ok(events.every(({ subject, actor }) => subject === session.id && actor === "end_user"));
});

test("each origin has its first event, and many origins together are bounded", async () => {
  const world = createWorld();
  const { token } = await created(world);
  const frontend = createConnectFrontend(world.deps);
  const from = (index: number) =>
    refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.exchange(`https://${index}.example`, token));
  await times(3, from);
  assert.deepEqual(
    eventsOf(world, "exchange_refused").map(({ data }) => data["origin"]),
    ["https://0.example", "https://1.example", "https://2.example"],
  );
  await times(4000, from);
  assert.ok(eventsOf(world, "exchange_refused").length <= 20);
  assert.equal((await frontend.exchange(origin, token)).session.status, "opened");
});

test("a repeated exchange is recorded once, then counted", async () => {
  const world = createWorld();
  const { token } = await created(world);
  const frontend = createConnectFrontend(world.deps);
  await times(31, () => frontend.exchange(origin, token, [], "p".repeat(43)));
  assert.equal(eventsOf(world, "exchanged").length, 1);
  assert.deepEqual(
    eventsOf(world, "exchange_repeated").map(({ data }) => data["count"]),
    [undefined, 10],
  );
});

test("a session that has ended writes no more events", async () => {
  for (const status of ["completed", "failed", "cancelled", "expired"] as const) {
    const world = createWorld();
    const { token } = await created(world);
    const frontend = createConnectFrontend(world.deps);
    const { sessionSecret } = await frontend.exchange(origin, token);
    for (const [id, row] of world.sessions) world.sessions.set(id, { ...row, status });
    const before = world.audit.length;
    await times(20, async () => {
      await refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.exchange(elsewhere, token));
      await refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.status(elsewhere, token));
      await refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.session(elsewhere, sessionSecret));
    });
    assert.equal(world.audit.length, before, status);
  }
});

test("a session past its time writes none either, swept or not", async () => {
  const world = createWorld();
  const { token } = await created(world);
  world.clock.nowMs += 30 * 60 * 1000;
  const before = world.audit.length;
  await refusedWith("ORIGIN_NOT_ALLOWED", () => createConnectFrontend(world.deps).status(elsewhere, token));
  assert.equal(world.audit.length, before);
});

/** An end user's events in the audit trail: the first of each kind, then counts, and none after the session's end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createConnectFrontend } from "../../../src/domain/connect-sessions/frontend.ts";
import { created, opened, refusedWith } from "./flow.ts";
import { createFixture, origin, type Fixture } from "./fixture.ts";

const elsewhere = "https://evil.example";

const findEvents = (fixture: Fixture, type: string) =>
  fixture.audit.filter((event) => event.type === `connect_session.${type}`);

async function repeat(count: number, act: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await act(index);
}

test("of 4,000 rejected calls, records the first and then counts", async () => {
  const fixture = await createFixture();
  const { frontend, secret, session } = await opened(fixture);
  await repeat(4000, () => refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.session(elsewhere, secret)));
  const events = findEvents(fixture, "call_refused");
  assert.deepEqual(
    events.map(({ data }) => data),
    [undefined, 10, 100, 1000].map((count) => ({ origin: elsewhere, ...(count === undefined ? {} : { count }) })),
  );
  assert.ok(events.every(({ subject, actor }) => subject === session.id && actor === "end_user"));
});

test("records the first event for each origin, and bounds many origins together", async () => {
  const fixture = await createFixture();
  const { token } = await created(fixture);
  const frontend = createConnectFrontend(fixture.deps);
  const from = (index: number) =>
    refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.exchange(`https://${index}.example`, token));
  await repeat(3, from);
  assert.deepEqual(
    findEvents(fixture, "exchange_refused").map(({ data }) => data["origin"]),
    ["https://0.example", "https://1.example", "https://2.example"],
  );
  await repeat(4000, from);
  assert.ok(findEvents(fixture, "exchange_refused").length <= 20);
  assert.equal((await frontend.exchange(origin, token)).session.status, "opened");
});

test("records a repeated exchange once, then counts", async () => {
  const fixture = await createFixture();
  const { token } = await created(fixture);
  const frontend = createConnectFrontend(fixture.deps);
  await repeat(31, () => frontend.exchange(origin, token, [], "p".repeat(43)));
  assert.equal(findEvents(fixture, "exchanged").length, 1);
  assert.deepEqual(
    findEvents(fixture, "exchange_repeated").map(({ data }) => data["count"]),
    [undefined, 10],
  );
});

test("a session that has ended writes no more events", async () => {
  for (const status of ["completed", "failed", "cancelled", "expired"] as const) {
    const fixture = await createFixture();
    const { token } = await created(fixture);
    const frontend = createConnectFrontend(fixture.deps);
    const { sessionSecret } = await frontend.exchange(origin, token);
    fixture.setStatus(status);
    const before = fixture.audit.length;
    await repeat(20, async () => {
      await refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.exchange(elsewhere, token));
      await refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.status(elsewhere, token));
      await refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.session(elsewhere, sessionSecret));
    });
    assert.equal(fixture.audit.length, before, status);
  }
});

test("a session past its expiry writes no events either, swept or not", async () => {
  const fixture = await createFixture();
  const { token } = await created(fixture);
  fixture.clock.nowMs += 30 * 60 * 1000;
  const before = fixture.audit.length;
  await refusedWith("ORIGIN_NOT_ALLOWED", () => createConnectFrontend(fixture.deps).status(elsewhere, token));
  assert.equal(fixture.audit.length, before);
});

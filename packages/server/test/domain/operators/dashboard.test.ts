/** The dashboard: hours are combined into bars and rates, busy hours are estimated, and hours are cached. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { DashboardStore, OutcomeCount, Span } from "../../../src/domain/operators/port.ts";
import { countMax, createDashboard, lookAtMax, countExecutions } from "../../../src/domain/operators/dashboard.ts";

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 24, 12, 30);
const currentHour = Date.UTC(2026, 10, 24, 12);

let nowMs = startMs;
let spans: Span[] = [];
let hours = new Map<number, { outcomes: OutcomeCount[]; accepted: number }>();
beforeEach(() => {
  nowMs = startMs;
  spans = [];
  hours = new Map();
});

const store: DashboardStore = {
  outcomes(span) {
    spans.push(span);
    return Promise.resolve(hours.get(span.fromMs)?.outcomes ?? []);
  },
  accepted: ({ fromMs }) => Promise.resolve(hours.get(fromMs)?.accepted ?? 0),
  needReconnect: () => Promise.resolve(2),
  endpoints: () =>
    Promise.resolve([
      { disabledReason: "", isFailing: false, count: 3 },
      { disabledReason: "", isFailing: true, count: 2 },
      { disabledReason: "failures", isFailing: true, count: 1 },
      { disabledReason: "operator", isFailing: false, count: 4 },
    ]),
  work: () =>
    Promise.resolve({
      processes: 1,
      executions: { running: 0, orphaned: 0 },
      refreshes: { held: 0, expired: 0 },
      deliveries: { waiting: 0, held: 0, expired: 0, oldestAt: null },
    }),
};

function createFixture(unknownOutcomes = [{ provider: "doppler", count: 2, oldestAt: 50 }]) {
  return createDashboard({
    store,
    unknownOutcomes: () => Promise.resolve(unknownOutcomes),
    platform: { nowMs: () => nowMs },
  });
}

const counted = (change: Partial<OutcomeCount>): OutcomeCount => ({
  provider: "doppler",
  status: "succeeded",
  tookUpToMs: 100,
  count: 1,
  ...change,
});

function executed(hoursAgo: number, outcomes: OutcomeCount[], accepted = 0): void {
  hours.set(currentHour - hoursAgo * hourMs, { outcomes, accepted });
}

test("shows 24 hours in bars of one hour and 7 days in bars of four, up to the current hour", async () => {
  executed(0, [counted({ count: 5 })]);
  executed(23, [counted({ status: "failed", count: 2 })]);
  executed(24, [counted({ count: 7 })]);
  executed(167, [counted({ count: 11 })]);
  executed(168, [counted({ count: 13 })]);
  const dashboard = createFixture();
  const day = await dashboard.activity("24h");
  assert.equal(day.bars.length, 24);
  assert.deepEqual(day.bars.at(-1), {
    fromMs: currentHour,
    untilMs: currentHour + hourMs,
    succeeded: 5,
    failed: 0,
    unknown: 0,
    running: 0,
  });
  assert.equal(day.bars[0]?.failed, 2);
  assert.equal(countExecutions(day.total), 7);
  const week = await dashboard.activity("7d");
  assert.equal(week.bars.length, 42);
  assert.equal(week.bars[0]?.succeeded, 11);
  assert.equal(week.bars.at(-1)?.untilMs, currentHour + hourMs);
  assert.equal(countExecutions(week.total), 25);
  assert.deepEqual([week.isSampled, week.isCut], [false, false]);
});

test("sums outcomes and durations by provider, ordered by number of executions", async () => {
  executed(1, [counted({ count: 90, tookUpToMs: 100 }), counted({ status: "failed", count: 10, tookUpToMs: 1000 })]);
  executed(2, [
    counted({ provider: "github", count: 150, tookUpToMs: 20 }),
    counted({ provider: "github", status: "outcome_unknown", count: 3, tookUpToMs: 0 }),
    counted({ provider: "github", status: "dispatched", count: 4, tookUpToMs: 0 }),
  ]);
  const { providers } = await createFixture().activity("24h");
  assert.deepEqual(providers, [
    { provider: "github", succeeded: 150, failed: 0, unknown: 3, running: 4, p95Ms: 20 },
    // The 95th of 100: half of the ten between 750 and 1000 ms.
    { provider: "doppler", succeeded: 90, failed: 10, unknown: 0, running: 0, p95Ms: 875 },
  ]);
});

test("estimates the split of a busy hour from a sample, and reports that it does", async () => {
  const sample = [counted({ count: lookAtMax - 100 }), counted({ status: "failed", count: 100 })];
  executed(1, sample, lookAtMax * 3);
  executed(2, [counted({ count: 7 })]);
  const busy = await createFixture().activity("24h");
  assert.deepEqual([Math.round(busy.total.succeeded), Math.round(busy.total.failed)], [2707, 300]);
  assert.deepEqual([busy.isSampled, busy.isCut], [true, false]);
  executed(1, sample, countMax);
  assert.equal((await createFixture().activity("24h")).isCut, true);
  executed(1, sample, lookAtMax);
  assert.equal((await createFixture().activity("24h")).isSampled, false);
});

test("caches a past hour, and reads the current one again after a few seconds", async () => {
  const dashboard = createFixture();
  await dashboard.activity("24h");
  assert.equal(spans.length, 24);
  await Promise.all([dashboard.activity("24h"), dashboard.activity("24h")]);
  assert.equal(spans.length, 24);
  nowMs += 5000;
  await dashboard.activity("24h");
  assert.deepEqual(spans.slice(24), [{ fromMs: currentHour, untilMs: currentHour + hourMs }]);
  nowMs += 600_000;
  await dashboard.activity("24h");
  assert.equal(spans.length, 25 + 24);
});

test("reads an hour again if reading it failed", async () => {
  const { outcomes } = store;
  store.outcomes = () => Promise.reject(new Error("unavailable"));
  const dashboard = createFixture();
  await assert.rejects(dashboard.activity("24h"), /unavailable/);
  store.outcomes = outcomes;
  executed(23, [counted({})]);
  assert.equal(countExecutions((await dashboard.activity("24h")).total), 1);
});

test("sums what needs attention, without endpoints that were disabled on purpose", async () => {
  const unknown = [
    { provider: "doppler", count: 2, oldestAt: 50 },
    { provider: "github", count: 1, oldestAt: 40 },
  ];
  const status = await createFixture(unknown).status();
  assert.deepEqual(status.unknown, { count: 3, oldestAt: 40 });
  assert.equal(status.needReconnect, 2);
  assert.deepEqual(status.endpoints, { enabled: 3, failing: 2, disabled: 1, count: 10 });
  assert.deepEqual((await createFixture([]).status()).unknown, { count: 0, oldestAt: null });
});

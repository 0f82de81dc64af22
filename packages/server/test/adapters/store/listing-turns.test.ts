/** Listings on SQLite take turns, one between two turns of the event loop. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoreContext } from "../../../src/adapters/store/context.ts";
import { createDashboardStore } from "../../../src/adapters/store/dashboard.ts";
import { unknownOutcomes } from "../../../src/adapters/store/executions/overview.ts";
import { createOverviewStore } from "../../../src/adapters/store/overview.ts";
import { listingTurns } from "../../../src/adapters/store/sqlite/listing-turns.ts";

test("clients take turns, and each turn is a turn of the event loop", async () => {
  let loop = 0;
  const begun: string[] = [];
  const turns = listingTurns(async () => {
    loop += 1;
    await new Promise((resolve) => setImmediate(resolve));
  });
  const step = (client: string, name: string): Promise<void> =>
    turns.run(client, async () => {
      begun.push(`${name} in ${loop}`);
    });
  await Promise.all([
    step("a", "a1"),
    step("a", "a2"),
    step("a", "a3"),
    step("b", "b1"),
    step("b", "b2"),
    step("c", "c1"),
  ]);
  assert.deepEqual(begun, ["a1 in 0", "a2 in 1", "b1 in 2", "c1 in 3", "a3 in 4", "b2 in 5"]);
});

test("a failed step gives its turn", async () => {
  const turns = listingTurns();
  const failed = turns.run("a", () => Promise.reject(new Error("failed")));
  const next = turns.run("a", async () => "read");
  await assert.rejects(failed, /failed/);
  assert.equal(await next, "read");
});

test("a step after an idle time doesn't wait", async () => {
  const turns = listingTurns();
  await turns.run("a", async () => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  let begun = false;
  const running = turns.run("a", async () => void (begun = true));
  assert.ok(begun);
  await running;
});

test("every page and count of the operator console takes turns, and so does the count of unknown outcomes", async () => {
  let steps = 0;
  const step = () => {
    steps += 1;
    return Promise.resolve([]);
  };
  const context = {
    nowMs: () => 0,
    cellMark: () => "",
    read: () => assert.fail("read without a turn"),
    list: (_scope: unknown, work: (read: typeof step) => Promise<unknown>) => work(step),
  } as unknown as StoreContext;
  const overview = createOverviewStore(context);
  const page = { after: null, limit: 25 };
  const places = { clientId: null, tenantId: null, connectionId: null, provider: null, actionId: null };
  const executions = { ...places, ...page, since: null, until: null, lookAtMax: 1000 };
  const dashboard = createDashboardStore(context);
  const span = { fromMs: 0, untilMs: 1 };
  for (const read of [
    () => overview.clients(page),
    () => overview.executions({ ...executions, status: null }),
    () => overview.executions({ ...executions, status: "outcome_unknown" }),
    () => overview.proposals({ ...page, status: "waiting" }),
    () => dashboard.outcomes(span, 1000),
    () => dashboard.accepted(span, 1000),
    () => dashboard.needReconnect(1000),
    () => dashboard.endpoints(),
    () => dashboard.work(1000),
  ]) {
    steps = 0;
    await read();
    assert.ok(steps > 0, String(read));
  }
  steps = 0;
  const counted = unknownOutcomes({
    ...context,
    list: (_scope: unknown, work: (read: () => Promise<undefined>) => Promise<unknown>) =>
      work(() => {
        steps += 1;
        return Promise.resolve(undefined);
      }),
  } as unknown as StoreContext);
  assert.deepEqual(await counted, []);
  assert.equal(steps, 1);
});

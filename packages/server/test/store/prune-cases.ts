/** What has outlived its retention goes in small steps, and requests are answered between them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pruneAll } from "../../src/executions/sweeper.ts";
import type { Store } from "../../src/store/port.ts";
import { fixedClock, jumpedClock } from "../clock/fixed.ts";
import { keyedExecution, makeConnectedTenant, succeeded } from "./samples.ts";
import type { Place } from "./samples.ts";

const stepRowsMax = 200;
const oldRows = 450;
const handOver = { at: 2000, settleAfter: 40_000 };

export function pruneCases(store: () => Store): void {
  /** All that a keyed request writes. */
  const request = async (place: Place, createdAt: number): Promise<void> => {
    const { row, claim } = keyedExecution(place, { createdAt });
    const { executions } = store();
    assert.equal((await executions.claim(row, { ...claim, createdAt })).kind, "claimed");
    assert.ok(await executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, handOver));
    assert.ok(await executions.settle(row, { from: "dispatched", ownerId: row.ownerId, fence: 1 }, succeeded));
  };

  test("years of records go in steps, each of few rows, and between any two a request is answered", async () => {
    const place = await makeConnectedTenant(store());
    await Promise.all(Array.from({ length: oldRows }, (_, n) => request(place, 1000 + n)));
    const steps: Record<"executions" | "keys", number[]> = { executions: [], keys: [] };
    const begun: string[] = [];
    const deps = {
      executions: {
        ...store().executions,
        prune: async (...scope: Parameters<Store["executions"]["prune"]>) => {
          const pruned = await store().executions.prune(...scope);
          steps.executions.push(pruned.count);
          begun.push(scope[2]);
          return pruned;
        },
      },
      idempotency: {
        ...store().idempotency,
        prune: async (limits: Parameters<Store["idempotency"]["prune"]>[0]) => {
          const gone = await store().idempotency.prune(limits);
          steps.keys.push(gone);
          return gone;
        },
      },
      clock: fixedClock(100_000),
      times: {
        everyMs: 1,
        executionsKeptMs: 50_000,
        sessionsKeptMs: 1,
        answersKeptMs: 50_000,
        tombstonesKeptMs: 99_999,
      },
    };
    let answered = 0;
    const over = new AbortController();
    // Some come all the time, and one is begun and answered whole while no step runs.
    const beside = (async () => {
      for (; !over.signal.aborted; answered += 1) await request(place, 90_000);
    })();
    let between = 0;
    await pruneAll(deps, async () => {
      await request(place, 90_000);
      between += 1;
      return true;
    });
    over.abort();
    await beside;
    assert.ok(answered > 0);
    for (const name of ["executions", "keys"] as const) {
      assert.ok(Math.max(...steps[name]) <= stepRowsMax, `${name}: ${steps[name].join()}`);
      assert.ok(steps[name].length >= 3, `${name}: ${steps[name].join()}`);
      assert.ok(steps[name].reduce((sum, gone) => sum + gone, 0) >= oldRows, `${name}: ${steps[name].join()}`);
    }
    // What stays is gone by once, and not at each step.
    assert.deepEqual([...new Set(begun)].sort(), begun);
    assert.equal(begun[0], "");
    assert.equal(between, steps.executions.length + steps.keys.length);
    const query = { connectionId: null, status: null, actionId: null, idempotencyKey: null, after: null, limit: 100 };
    const { rows } = await store().executions.list(place.clientId, place.tenantId, query);
    assert.ok(rows.length > 0 && rows.every(({ createdAt }) => createdAt === 90_000));
  });

  test("a stop ends the pruning after the step that runs", async () => {
    const place = await makeConnectedTenant(store());
    await Promise.all(Array.from({ length: 3 }, (_, n) => request(place, 1000 + n)));
    let steps = 0;
    const counted = () => Promise.resolve(((steps += 1), stepRowsMax));
    const times = { executionsKeptMs: 1, answersKeptMs: 1, tombstonesKeptMs: 1 };
    await pruneAll(
      {
        executions: { ...store().executions, prune: async () => ({ count: await counted(), last: "" }) },
        idempotency: { ...store().idempotency, prune: counted },
        clock: fixedClock(1),
        times: { everyMs: 1, sessionsKeptMs: 1, ...times },
      },
      () => Promise.resolve(steps < 2),
    );
    assert.equal(steps, 2);
  });

  test("nothing goes while the clock has jumped", async () => {
    const never = (): Promise<never> => assert.fail("something was removed by age");
    const times = { executionsKeptMs: 1, answersKeptMs: 1, tombstonesKeptMs: 1 };
    const deps = { executions: { prune: never }, idempotency: { prune: never }, clock: jumpedClock };
    await pruneAll({ ...deps, times: { everyMs: 1, sessionsKeptMs: 1, ...times } }, () => Promise.resolve(true));
  });
}

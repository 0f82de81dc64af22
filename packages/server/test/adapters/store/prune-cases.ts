/** Pruning works in small steps, and requests are answered in between. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { prune, retentionTable, type Retained, type RetentionRow } from "../../../src/app/retention.ts";
import { readConfig } from "../../../src/app/config.ts";
import { systemPlatform } from "../../../src/platform.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { signing } from "../../domain/journal/fixture.ts";
import { fixedClock } from "../../domain/clock/fixed.ts";
import { keyedExecution, makeConnectedTenant } from "./samples.ts";
import type { Place } from "./samples.ts";
import { succeeded } from "./settlement-samples.ts";

const stepRowsMax = 200;
const oldRows = 450;
const handOver = { at: 2000, settleAfter: 40_000 };

export function pruneCases(store: () => Store): void {
  /** Everything that a keyed request writes. */
  const request = async (place: Place, createdAt: number): Promise<void> => {
    const { row, claim } = keyedExecution(place, { createdAt });
    const { executions } = store();
    assert.equal((await executions.claim(row, { ...claim, createdAt })).kind, "claimed");
    assert.ok(await executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, handOver));
    assert.ok(await executions.settle(row, { from: "dispatched", ownerId: row.ownerId, fence: 1 }, succeeded));
  };

  const rowOf = (what: Retained, counted: Partial<Store>): RetentionRow => {
    const parts = { store: { ...store(), ...counted }, signing, platform: systemPlatform, onStopped: () => undefined };
    const row = retentionTable(readConfig({}), parts).find((one) => one.what === what);
    assert.ok(row !== undefined);
    return row;
  };

  test("prunes years of records in small steps, and answers requests in between", async () => {
    const place = await makeConnectedTenant(store());
    await Promise.all(Array.from({ length: oldRows }, (_, n) => request(place, 1000 + n)));
    const steps: Record<"executions" | "responses", number[]> = { executions: [], responses: [] };
    const begun: string[] = [];
    const executions = {
      ...store().executions,
      prune: async (...scope: Parameters<Store["executions"]["prune"]>) => {
        const pruned = await store().executions.prune(...scope);
        steps.executions.push(pruned.count);
        begun.push(scope[2]);
        return pruned;
      },
    };
    const idempotency = {
      ...store().idempotency,
      prune: async (limits: Parameters<Store["idempotency"]["prune"]>[0]) => {
        const gone = await store().idempotency.prune(limits);
        steps.responses.push(gone);
        return gone;
      },
    };
    let answered = 0;
    const over = new AbortController();
    const beside = (async () => {
      for (; !over.signal.aborted; answered += 1) await request(place, 90_000);
    })();
    for (const what of ["executions", "responses"] as const) {
      const row = rowOf(what, { executions, idempotency });
      await prune({ ...row, keptForMs: 50_000 }, fixedClock(100_000), new AbortController().signal);
    }
    over.abort();
    await beside;
    assert.ok(answered > 0);
    for (const [what, counts] of Object.entries(steps)) {
      assert.ok(Math.max(...counts) <= stepRowsMax, `${what}: ${counts.join()}`);
      assert.ok(counts.length >= 3, `${what}: ${counts.join()}`);
      assert.ok(counts.reduce((sum, gone) => sum + gone, 0) >= oldRows, `${what}: ${counts.join()}`);
    }
    // Rows that stay are skipped once, not in every step.
    assert.deepEqual([...new Set(begun)].sort(), begun);
    assert.equal(begun[0], "");
    const query = { connectionId: null, status: null, actionId: null, idempotencyKey: null, after: null, limit: 100 };
    const { rows } = await store().executions.list(place.clientId, place.tenantId, query);
    assert.ok(rows.length > 0 && rows.every(({ createdAt }) => createdAt === 90_000));
  });
}

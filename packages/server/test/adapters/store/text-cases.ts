/** Text that databases reject is made storable, so that an outcome is always recorded. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import { keyedExecution, makeTenant } from "./samples.ts";
import { succeeded, unknown } from "./settlement-samples.ts";

const bad = "a\u0000b\uD800c\uDC00d";
const good = "a\uFFFDb\uFFFDc\uFFFDd";

export function textCases(store: () => Store): void {
  test("records an outcome whose text has NUL and lone surrogates", async () => {
    const { row, claim } = keyedExecution(await makeTenant(store()), { summaryInput: { [bad]: [bad] } });
    await store().executions.claim(row, claim);
    const expect = { from: "accepted", ownerId: row.ownerId, fence: 0 } as const;
    const settlement = {
      ...succeeded,
      summaryOutput: { deep: [{ [bad]: bad, kept: "\\u0000 😀" }] },
      errorDetail: bad,
      providerRequestId: bad,
    };
    assert.equal(await store().executions.settle(row, expect, settlement), true);
    const found = await store().executions.find(row.clientId, row.tenantId, row.id);
    assert.deepEqual(found?.summaryInput, { [good]: [good] });
    assert.deepEqual(found.summaryOutput, { deep: [{ [good]: good, kept: "\\u0000 😀" }] });
    assert.deepEqual([found.errorDetail, found.providerRequestId], [good, good]);
  });

  test("records a resolution, late response and stored response with the same text", async () => {
    const { row, claim } = keyedExecution(await makeTenant(store()));
    await store().executions.claim(row, claim);
    await store().executions.settle(row, { from: "accepted", ownerId: row.ownerId, fence: 0 }, unknown);
    const resolution = { outcome: "failed", note: bad, resolvedAt: 5, resolvedBy: "key:a" } as const;
    const resolved = await store().executions.resolve(row.clientId, row.tenantId, row.id, resolution, "operator");
    assert.equal(resolved?.row.resolution?.note, good);
    const other = { ...claim, key: "other" };
    await store().idempotency.claim(other);
    await store().idempotency.keep(other, other.ownerId, { status: 200, body: { name: bad } });
    assert.deepEqual((await store().idempotency.find(other))?.response?.body, { name: good });
  });

  test("keeps numbers, null, empty text and missing values of summaries", async () => {
    const summaryInput = { n: 1.5, big: 2 ** 53, no: null, empty: "", list: [], yes: true };
    const { row, claim } = keyedExecution(await makeTenant(store()), { summaryInput, summaryOutput: undefined });
    await store().executions.claim(row, claim);
    const found = await store().executions.find(row.clientId, row.tenantId, row.id);
    assert.deepEqual(found?.summaryInput, summaryInput);
    assert.equal(found.summaryOutput, null);
  });
}

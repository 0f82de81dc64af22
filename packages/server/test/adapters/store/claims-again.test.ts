/** A claim whose response is lost while the database is down: it is sent again until the database is back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoreContext } from "../../../src/adapters/store/context.ts";
import { StoreError } from "../../../src/adapters/store/errors.ts";
import { claims } from "../../../src/adapters/store/executions/claiming.ts";
import { createRecordsInHand } from "../../../src/adapters/store/executions/records-in-hand.ts";
import { sampleExecution } from "./samples.ts";

const row = sampleExecution({ clientId: "scl_one", tenantId: "ten_one" });
const claim = { row, key: null, use: null, cachedVersion: null, budgets: [] };

/** A database whose attempts fail with these errors; the next attempt finds the key taken. */
function contextOf(failures: readonly StoreError[]): { context: StoreContext; attempts: () => number } {
  let attempts = 0;
  const context = {
    engine: "postgres",
    write() {
      const failure = failures[attempts];
      attempts += 1;
      return failure === undefined ? Promise.resolve([[], [{ rows: [] }]]) : Promise.reject(failure);
    },
  };
  return { context: context as unknown as StoreContext, attempts: () => attempts };
}

test("sends a claim again until the database answers", async () => {
  const away = [
    new StoreError("ECONNRESET", true),
    new StoreError("ECONNREFUSED", true),
    new StoreError("57P03", true),
  ];
  const { context, attempts } = contextOf(away);
  assert.deepEqual(await claims(context, createRecordsInHand(context), null)(claim), { kind: "taken" });
  assert.equal(attempts(), 4);
});

test("repeats a claim that the database rejects only apart from other service clients' claims", async () => {
  const rejected = new StoreError("42501", false);
  const { context, attempts } = contextOf([new StoreError("ECONNRESET", true), rejected, rejected]);
  await assert.rejects(claims(context, createRecordsInHand(context), null)(claim), { code: "42501" });
  assert.equal(attempts(), 3);
});

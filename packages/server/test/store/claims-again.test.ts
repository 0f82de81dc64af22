/** A claim whose answer was lost while the database goes away: it is looked for until the database is back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoreContext } from "../../src/store/context.ts";
import { StoreError } from "../../src/store/errors.ts";
import { claims, inOrder } from "../../src/store/executions/claims.ts";
import { createRecordsInHand } from "../../src/store/executions/records-in-hand.ts";
import { keyedExecution, sampleExecution } from "./samples.ts";

const place = { clientId: "scl_one", tenantId: "ten_one" };
const claim = { row: sampleExecution(place), claim: null, use: null };

/** A database that loses the answer to the claim. Each look for it afterwards fails like this, and the last one succeeds. */
function contextOf(failures: readonly StoreError[]) {
  let looks = -1;
  const confirmations: unknown[] = [];
  const context = {
    engine: "postgres",
    write() {
      const failure = looks === -1 ? new StoreError("ECONNRESET", true) : failures[looks];
      looks += 1;
      return failure === undefined ? Promise.resolve([{ kind: "taken" }]) : Promise.reject(failure);
    },
    async read(_scope: unknown, _work: unknown, options: unknown) {
      confirmations.push(options);
    },
  };
  return { context: context as unknown as StoreContext, looks: () => looks, confirmations };
}

test("it is looked for until the database answers", async () => {
  const away = [new StoreError("ECONNREFUSED", true), new StoreError("57P03", true)];
  const { context, looks, confirmations } = contextOf(away);
  assert.deepEqual(await claims(context, createRecordsInHand(context))(claim), { kind: "taken" });
  assert.equal(looks(), 3);
  assert.deepEqual(confirmations, [{ confirmed: true }], "what was found must last before it is told");
});

test("what the database refuses is not asked again", async () => {
  const { context, looks } = contextOf([new StoreError("42501", false)]);
  await assert.rejects(claims(context, createRecordsInHand(context))(claim), { code: "42501" });
  assert.equal(looks(), 1);
});

test("of claims of one key at one moment the first is asked for; all are asked for in the order of their keys", () => {
  const keyed = (key: string) => ({ ...keyedExecution(place, { idempotencyKey: key }), use: null });
  const [late, first, second] = [keyed("b"), keyed("a"), keyed("a")];
  const other = { ...keyedExecution({ ...place, tenantId: "ten_other" }, { idempotencyKey: "a" }), use: null };
  assert.deepEqual(inOrder([late, first, claim, second, other]), [claim, first, late, other]);
});

/**
 * The store fails at its n-th call, before or after it has done the work: n = 1, 2, … until a run hits no fault.
 * However it fails, at most one change is sent, never before its record is `dispatched`, and no key stays in progress.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import type { ExecuteResult } from "../../../src/domain/executions/replay.ts";
import type { ExecutionStore } from "../../../src/domain/executions/port.ts";
import { StoreError } from "../../../src/adapters/store/errors.ts";
import { sweepAsDead } from "../../adapters/store/samples.ts";
import { answered, makeWorld, ownerId, secret, type World } from "./world.ts";
import { codeOfResult } from "./result-code.ts";

/** When the fault happens, and how many calls in a row fail. */
const faults = [
  { when: "before", lasts: 1 },
  { when: "after", lasts: 1 },
  { when: "before", lasts: 100 },
  { when: "after", lasts: 100 },
] as const;
const ends = {
  succeeds: answered(200),
  "is refused": answered(422),
  "is lost": { kind: "lost", reason: "reset" },
} as const;

for (const { when, lasts } of faults) {
  for (const [end, facts] of Object.entries(ends)) {
    // Connection, key, claim, dispatch, settlement; with a cached connection the last three.
    for (const [connection, interactions] of Object.entries({ "a new connection": 5, "a cached connection": 3 })) {
      test(`survives a store that fails ${when} its n-th call, ${lasts} times, if the change ${end}, with ${connection}`, async () => {
        const world = await makeWorld();
        try {
          world.change = () => facts;
          if (connection === "a cached connection") await world.run("first");
          else world.deps.connectionCache.get = () => null;
          let n = 0;
          let met = true;
          for (; met;) {
            n += 1;
            met = await failAt(world, { n, when, lasts });
          }
          assert.ok(n > interactions, `only ${n} interactions`);
        } finally {
          await world.close();
        }
      });
    }
  }
}

/** @returns whether the fault occurred. */
async function failAt(world: World, fault: { n: number; when: "before" | "after"; lasts: number }): Promise<boolean> {
  const key = `n-${fault.n}`;
  world.sent.length = 0;
  const { deps } = world;
  const failing = failingStore(world.store.executions, fault);
  world.deps = { ...deps, store: failing.store };
  const told = await outcomeOf(world.run(key));
  world.deps = deps;
  const sentFirst = world.sent.length;
  assert.ok(sentFirst <= 1, "sent more than once");
  for (const { recorded } of world.sent) assert.equal(recorded, "dispatched", "sent before its record was written");
  assert.ok(!told.text.includes(secret) && !told.text.includes("canary"), told.text);

  await sweepAsDead(world.store, ownerId);
  const rows = await world.rows(key);
  assert.ok(
    rows.every(({ completedAt }) => completedAt !== null),
    "a record is left open",
  );
  assert.doesNotMatch(JSON.stringify(rows), /canary/);
  const again = await outcomeOf(world.run(key));
  assert.notEqual(again.code, "IDEMPOTENCY_KEY_IN_PROGRESS", "the key hangs");
  assert.ok(world.sent.length <= 1, `sent ${world.sent.length} times, first response ${told.code}, then ${again.code}`);
  assert.notEqual(again.code, "INTERNAL");
  const late = (await world.rows(key)).filter(({ lateResponse }) => lateResponse !== null);
  assert.ok(
    late.every(({ status }) => status === "outcome_unknown"),
    "its own settlement is reported as a late response",
  );
  // A store that stays down may have a dispatch without a request: the caller gets, and the record says, unknown.
  const isGivenUp = fault.lasts > 1 && again.code === "ACTION_OUTCOME_UNKNOWN" && told.code !== "ACTION_NOT_DISPATCHED";
  if (!isGivenUp) assert.equal(world.sent.length, 1, `never sent, and its key is not free: ${again.code}`);
  if (told.code === "succeeded") assert.equal(again.code, "succeeded");
  if (sentFirst === 1) assert.ok(told.code !== "ACTION_NOT_DISPATCHED", "answered as not dispatched");
  return failing.met();
}

async function outcomeOf(run: Promise<ExecuteResult>): Promise<{ code: string; text: string }> {
  try {
    const result = await run;
    if (result.kind === "answered") return { code: "succeeded", text: JSON.stringify(result.response.execution) };
    return { code: codeOfResult(result), text: result.kind === "refused" ? result.error.detail : "" };
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, text: error.detail };
    assert.ok(error instanceof StoreError, "neither a refusal nor the store's error");
    return { code: "store error", text: error.message };
  }
}

/** The store, with its calls counted and some of them failing. */
function failingStore(store: ExecutionStore, fault: { n: number; when: "before" | "after"; lasts: number }) {
  let count = 0;
  let met = false;
  const failing = new Proxy(store, {
    get(target, name: keyof ExecutionStore) {
      const work = target[name] as (...args: readonly unknown[]) => Promise<unknown>;
      return async (...args: readonly unknown[]) => {
        count += 1;
        const fails = count >= fault.n && count < fault.n + fault.lasts;
        met ||= fails;
        if (fails && fault.when === "before") throw new StoreError("ECONNRESET", true);
        const result = await work(...args);
        if (fails) throw new StoreError("ECONNRESET", true);
        return result;
      };
    },
  });
  return { store: failing, met: () => met };
}

/** Keys of operations that are no execution: what each state answers, and what is kept of a first run. */
import assert from "node:assert/strict";
import { createSecretKey } from "node:crypto";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import type { IdempotencyStore, KeptAnswer, KeyRow } from "../../src/idempotency/port.ts";
import { answerOfKey, claimOf, keyExecution, makeOnce, runOnce } from "../../src/idempotency/run-once.ts";
import { keyedHashes } from "../../src/vault/hashing.ts";

const hash = keyedHashes(new Map([[1, createSecretKey(Buffer.alloc(32, 3))]]));
const scope = { clientId: "scl_a", tenantId: "-", key: "k1" };
const request = { method: "POST", path: "/v1/tenants", body: { externalId: "a" } };
const answer: KeptAnswer = { status: 201, body: { id: "ten_1" } };

/** A store that holds one key; `busy` makes every claim lose to a caller who came between. */
function keyStore(row: KeyRow | null = null) {
  const log: string[] = [];
  const expiry = { refuse: () => void log.push("refuse") };
  const held = { row, busy: null as KeyRow | null };
  const store: Pick<IdempotencyStore, "find" | "claim" | "keep" | "free"> = {
    find: async () => held.row,
    claim: async (claim) => {
      log.push("claim");
      if (held.busy !== null) {
        held.row = held.busy;
        return null;
      }
      held.row = { ...claim, state: "running", executionId: "", answer: null, attempt: 1 };
      return held.row;
    },
    keep: async (_scope, ownerId, kept) => void log.push(`keep ${ownerId} ${JSON.stringify(kept)}`),
    free: async (_scope, ownerId) => void log.push(`free ${ownerId}`),
  };
  const deps = { store: store as IdempotencyStore, hash, nowMs: () => 7, ownerId: () => "own_1", expiry };
  return { deps, held, log };
}

const claim = claimOf(scope, request, keyStore().deps);
const rowOf = (state: KeyRow["state"], fields: Partial<KeyRow> = {}): KeyRow => {
  return { ...claim, state, executionId: "", answer, attempt: 1, ...fields };
};
const coded = (code: string) => (error: unknown) => error instanceof ServiceError && error.code === code;
const checks = (log: string[]) => async () => void log.push("check");

test("a claim holds the scope, the owner, the time, and no text of the request", () => {
  const { fingerprint, ...rest } = claim;
  assert.deepEqual(rest, { ...scope, ownerId: "own_1", createdAt: 7 });
  assert.match(fingerprint, /^1\.[A-Za-z0-9_-]{43}$/);
});

const identity = `POST\n/v1/tenants\n{"externalId":"a"}`;

test("each state of a key has its answer, for the same request only", () => {
  assert.equal(answerOfKey(rowOf("done"), identity, hash), answer);
  assert.equal(answerOfKey(rowOf("freed"), identity, hash), null);
  assert.throws(() => answerOfKey(rowOf("running"), identity, hash), coded("IDEMPOTENCY_KEY_IN_PROGRESS"));
  assert.throws(() => answerOfKey(rowOf("expired"), identity, hash), coded("IDEMPOTENCY_RESULT_EXPIRED"));
  for (const state of ["done", "freed", "running", "expired"] as const) {
    assert.throws(() => answerOfKey(rowOf(state), `${identity} `, hash), coded("IDEMPOTENCY_KEY_REUSED"), state);
  }
});

test("an execution is named where the key has one, also in the refusal", () => {
  assert.deepEqual(keyExecution(rowOf("done")), {});
  const row = rowOf("running", { executionId: "act_1" });
  assert.deepEqual(keyExecution(row), { execution_id: "act_1" });
  const named = (error: unknown): boolean => error instanceof ServiceError && error.execution_id === "act_1";
  assert.throws(() => answerOfKey(row, identity, hash), named);
  assert.throws(() => answerOfKey({ ...row, state: "expired" }, identity, hash), named);
});

test("makeOnce: the first makes; who comes second is told what the first was told, or that it still runs", async () => {
  const { deps, log } = keyStore();
  const making = async () => {
    log.push("make");
    return { kind: "made", answer } as const;
  };
  assert.deepEqual(await makeOnce(deps, scope, request, making), { ...answer, replayed: false });
  assert.deepEqual(log, ["refuse", "make"]);
  const taken = (row: KeyRow) => async () => ({ kind: "taken", row }) as const;
  assert.deepEqual(await makeOnce(deps, scope, request, taken(rowOf("done"))), { ...answer, replayed: true });
  for (const state of ["freed", "running"] as const) {
    await assert.rejects(makeOnce(deps, scope, request, taken(rowOf(state))), coded("IDEMPOTENCY_KEY_IN_PROGRESS"));
  }
});

test("makeOnce: a refusal is answered only where the key was not used; what was done once stays true", async () => {
  const { deps, held } = keyStore();
  const refusing = async () => {
    throw new ServiceError("PROVIDER_NOT_AVAILABLE");
  };
  const expiry = {
    refuse: () => {
      throw new ServiceError("IDEMPOTENCY_RESULT_EXPIRED");
    },
  };
  const cases = [
    [deps, refusing, "PROVIDER_NOT_AVAILABLE"],
    [{ ...deps, expiry }, async () => ({ kind: "made", answer }) as const, "IDEMPOTENCY_RESULT_EXPIRED"],
  ] as const;
  for (const [given, make, code] of cases) {
    for (const row of [null, rowOf("freed")]) {
      held.row = row;
      await assert.rejects(makeOnce(given, scope, request, make), coded(code));
    }
    held.row = rowOf("done");
    assert.deepEqual(await makeOnce(given, scope, request, make), { ...answer, replayed: true });
    const other = { ...request, body: {} };
    await assert.rejects(makeOnce(given, scope, other, make), coded("IDEMPOTENCY_KEY_REUSED"));
  }
  held.row = rowOf("done");
  const broken = async () => {
    throw new RangeError("A fault of ours.");
  };
  await assert.rejects(makeOnce(deps, scope, request, broken), RangeError);
});

const steps = (log: string[], run: () => Promise<KeptAnswer>) => ({
  check: checks(log),
  run: async () => {
    log.push("run");
    return await run();
  },
  keepError: (error: ServiceError): KeptAnswer => ({ status: 422, body: { code: error.code } }),
});

test("runOnce: check, claim, run, keep; a repeat does none of it", async () => {
  const { deps, held, log } = keyStore();
  const ran = steps(log, async () => answer);
  assert.deepEqual(await runOnce(deps, scope, request, ran), { ...answer, replayed: false });
  assert.deepEqual(log, ["refuse", "check", "claim", "run", `keep own_1 ${JSON.stringify(answer)}`]);
  held.row = rowOf("done");
  assert.deepEqual(await runOnce(deps, scope, request, ran), { ...answer, replayed: true });
  assert.equal(log.length, 5);
  held.row = rowOf("freed");
  assert.equal((await runOnce(deps, scope, request, ran)).replayed, false);
});

test("runOnce: a refusal is kept, but for those that free the key, and a fault frees it as well", async () => {
  const ends: readonly (readonly [Error, string])[] = [
    [new ServiceError("CREDENTIAL_INVALID"), 'keep own_1 {"status":422,"body":{"code":"CREDENTIAL_INVALID"}}'],
    [new ServiceError("PROVIDER_UNREACHABLE"), "free own_1"],
    [new ServiceError("INTERNAL"), "free own_1"],
    [new TypeError("x"), "free own_1"],
  ];
  for (const [error, last] of ends) {
    const { deps, log } = keyStore();
    const failing = steps(log, () => Promise.reject(error));
    await assert.rejects(runOnce(deps, scope, request, failing), (thrown) => thrown === error);
    assert.deepEqual(log, ["refuse", "check", "claim", "run", last]);
  }
});

test("runOnce: who loses the claim does not run, and is told what the winner was told", async () => {
  const { deps, held, log } = keyStore();
  const ran = steps(log, async () => answer);
  held.busy = rowOf("done");
  assert.deepEqual(await runOnce(deps, scope, request, ran), { ...answer, replayed: true });
  for (const state of ["running", "freed"] as const) {
    held.row = null;
    held.busy = rowOf(state);
    await assert.rejects(runOnce(deps, scope, request, ran), coded("IDEMPOTENCY_KEY_IN_PROGRESS"));
  }
  assert.ok(!log.includes("run"));
});

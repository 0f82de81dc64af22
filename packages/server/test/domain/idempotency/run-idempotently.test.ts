/** Keys for operations that are not executions: the answer in each state, and the answer that the first run keeps. */
import assert from "node:assert/strict";
import { createSecretKey } from "node:crypto";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import type { IdempotencyStore, KeptAnswer, KeyRow } from "../../../src/domain/idempotency/port.ts";
import {
  answerOfKey,
  claimOf,
  keyExecution,
  createIdempotently,
  runIdempotently,
} from "../../../src/domain/idempotency/run-idempotently.ts";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";

const hash = keyedHashes(new Map([[1, createSecretKey(Buffer.alloc(32, 3))]]));
const scope = { clientId: "scl_a", tenantId: "-", key: "k1" };
const request = { method: "POST", path: "/v1/tenants", body: { externalId: "a" } };
const answer: KeptAnswer = { status: 201, body: { id: "ten_1" } };

/** A store with one key. With `busy`, every claim loses to another caller's row. */
function keyStore(row: KeyRow | null = null) {
  const log: string[] = [];
  const expiry = { refuse: () => void log.push("refuse") };
  const stored = { row, busy: null as KeyRow | null };
  const store: Pick<IdempotencyStore, "find" | "claim" | "keep" | "release"> = {
    find: async () => stored.row,
    claim: async (claim) => {
      log.push("claim");
      if (stored.busy !== null) {
        stored.row = stored.busy;
        return null;
      }
      stored.row = { ...claim, state: "running", executionId: "", answer: null, attempt: 1 };
      return stored.row;
    },
    keep: async (_scope, ownerId, kept) => void log.push(`keep ${ownerId} ${JSON.stringify(kept)}`),
    release: async (_scope, ownerId) => void log.push(`release ${ownerId}`),
  };
  const deps = { store: store as IdempotencyStore, hash, nowMs: () => 7, ownerId: () => "own_1", expiry };
  return { deps, stored, log };
}

const claim = claimOf(scope, request, keyStore().deps);
const keyRow = (state: KeyRow["state"], fields: Partial<KeyRow> = {}): KeyRow => {
  return { ...claim, state, executionId: "", answer, attempt: 1, ...fields };
};
const hasCode = (code: string) => (error: unknown) => error instanceof ServiceError && error.code === code;
const checks = (log: string[]) => async () => void log.push("check");

test("claims with scope, owner and time, and without any text from the request", () => {
  const { fingerprint, ...rest } = claim;
  assert.deepEqual(rest, { ...scope, ownerId: "own_1", createdAt: 7 });
  assert.match(fingerprint, /^1\.[A-Za-z0-9_-]{43}$/);
});

const identity = `POST\n/v1/tenants\n{"externalId":"a"}`;

test("returns the answer for each state of a key, but only to the same request", () => {
  assert.equal(answerOfKey(keyRow("done"), identity, hash), answer);
  assert.equal(answerOfKey(keyRow("freed"), identity, hash), null);
  assert.throws(() => answerOfKey(keyRow("running"), identity, hash), hasCode("IDEMPOTENCY_KEY_IN_PROGRESS"));
  assert.throws(() => answerOfKey(keyRow("expired"), identity, hash), hasCode("IDEMPOTENCY_RESULT_EXPIRED"));
  for (const state of ["done", "freed", "running", "expired"] as const) {
    assert.throws(() => answerOfKey(keyRow(state), `${identity} `, hash), hasCode("IDEMPOTENCY_KEY_REUSED"), state);
  }
});

test("names the key's execution, even in a refusal", () => {
  assert.deepEqual(keyExecution(keyRow("done")), {});
  const row = keyRow("running", { executionId: "act_1" });
  assert.deepEqual(keyExecution(row), { execution_id: "act_1" });
  const named = (error: unknown): boolean => error instanceof ServiceError && error.execution_id === "act_1";
  assert.throws(() => answerOfKey(row, identity, hash), named);
  assert.throws(() => answerOfKey({ ...row, state: "expired" }, identity, hash), named);
});

test("createIdempotently: creates once; a second request gets the first answer, or IDEMPOTENCY_KEY_IN_PROGRESS", async () => {
  const { deps, log } = keyStore();
  const create = async () => {
    log.push("create");
    return { kind: "made", answer } as const;
  };
  assert.deepEqual(await createIdempotently(deps, scope, request, create), { ...answer, replayed: false });
  assert.deepEqual(log, ["refuse", "create"]);
  const taken = (row: KeyRow) => async () => ({ kind: "taken", row }) as const;
  assert.deepEqual(await createIdempotently(deps, scope, request, taken(keyRow("done"))), {
    ...answer,
    replayed: true,
  });
  for (const state of ["freed", "running"] as const) {
    await assert.rejects(
      createIdempotently(deps, scope, request, taken(keyRow(state))),
      hasCode("IDEMPOTENCY_KEY_IN_PROGRESS"),
    );
  }
});

test("createIdempotently: refuses only if the key has no answer yet", async () => {
  const { deps, stored } = keyStore();
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
    for (const row of [null, keyRow("freed")]) {
      stored.row = row;
      await assert.rejects(createIdempotently(given, scope, request, make), hasCode(code));
    }
    stored.row = keyRow("done");
    assert.deepEqual(await createIdempotently(given, scope, request, make), { ...answer, replayed: true });
    const other = { ...request, body: {} };
    await assert.rejects(createIdempotently(given, scope, other, make), hasCode("IDEMPOTENCY_KEY_REUSED"));
  }
  stored.row = keyRow("done");
  const broken = async () => {
    throw new RangeError("An internal fault.");
  };
  await assert.rejects(createIdempotently(deps, scope, request, broken), RangeError);
});

const steps = (log: string[], run: () => Promise<KeptAnswer>) => ({
  check: checks(log),
  run: async () => {
    log.push("run");
    return await run();
  },
  keepError: (error: ServiceError): KeptAnswer => ({ status: 422, body: { code: error.code } }),
});

test("runIdempotently: checks, claims, runs, and keeps the answer; a retry only replays", async () => {
  const { deps, stored, log } = keyStore();
  const ran = steps(log, async () => answer);
  assert.deepEqual(await runIdempotently(deps, scope, request, ran), { ...answer, replayed: false });
  assert.deepEqual(log, ["refuse", "check", "claim", "run", `keep own_1 ${JSON.stringify(answer)}`]);
  stored.row = keyRow("done");
  assert.deepEqual(await runIdempotently(deps, scope, request, ran), { ...answer, replayed: true });
  assert.equal(log.length, 5);
  stored.row = keyRow("freed");
  assert.equal((await runIdempotently(deps, scope, request, ran)).replayed, false);
});

test("runIdempotently: keeps a refusal, unless its code releases the key; an internal fault releases it", async () => {
  const ends: readonly (readonly [Error, string])[] = [
    [new ServiceError("CREDENTIAL_INVALID"), 'keep own_1 {"status":422,"body":{"code":"CREDENTIAL_INVALID"}}'],
    [new ServiceError("PROVIDER_UNREACHABLE"), "release own_1"],
    [new ServiceError("INTERNAL"), "release own_1"],
    [new TypeError("x"), "release own_1"],
  ];
  for (const [error, last] of ends) {
    const { deps, log } = keyStore();
    const failing = steps(log, () => Promise.reject(error));
    await assert.rejects(runIdempotently(deps, scope, request, failing), (thrown) => thrown === error);
    assert.deepEqual(log, ["refuse", "check", "claim", "run", last]);
  }
});

test("runIdempotently: does not run after a lost claim, and returns the winner's answer", async () => {
  const { deps, stored, log } = keyStore();
  const ran = steps(log, async () => answer);
  stored.busy = keyRow("done");
  assert.deepEqual(await runIdempotently(deps, scope, request, ran), { ...answer, replayed: true });
  for (const state of ["running", "freed"] as const) {
    stored.row = null;
    stored.busy = keyRow(state);
    await assert.rejects(runIdempotently(deps, scope, request, ran), hasCode("IDEMPOTENCY_KEY_IN_PROGRESS"));
  }
  assert.ok(!log.includes("run"));
});

/**
 * Keys for operations that are not executions: the response in each state, and the response that the first run keeps.
 */
import assert from "node:assert/strict";
import { createSecretKey } from "node:crypto";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import type { IdempotencyStore, KeyRow } from "../../../src/domain/idempotency/port.ts";
import {
  responseOfKey,
  claimOf,
  keyExecution,
  createIdempotently,
  runIdempotently,
} from "../../../src/domain/idempotency/run-idempotently.ts";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";
import type { KeptResponse } from "../../../src/domain/records/documents.ts";

const hash = keyedHashes(new Map([[1, createSecretKey(Buffer.alloc(32, 3))]]));
const scope = { clientId: "scl_a", tenantId: "-", key: "k1" };
const request = { method: "POST", path: "/v1/tenants", body: { externalId: "a" } };
const response: KeptResponse = { status: 201, body: { id: "ten_1" } };

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
      stored.row = { ...claim, state: "running", executionId: "", response: null, attempt: 1 };
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
  return { ...claim, state, executionId: "", response, attempt: 1, ...fields };
};
const hasCode = (code: string) => (error: unknown) => error instanceof ServiceError && error.code === code;
const checks = (log: string[]) => async () => void log.push("check");

test("claims with scope, owner and time, and without any text from the request", () => {
  const { fingerprint, ...rest } = claim;
  assert.deepEqual(rest, { ...scope, ownerId: "own_1", createdAt: 7 });
  assert.match(fingerprint, /^1\.[A-Za-z0-9_-]{43}$/);
});

const identity = `POST\n/v1/tenants\n{"externalId":"a"}`;

test("returns the response for each state of a key, but only to the same request", () => {
  assert.equal(responseOfKey(keyRow("done"), identity, hash), response);
  assert.equal(responseOfKey(keyRow("freed"), identity, hash), null);
  assert.throws(() => responseOfKey(keyRow("running"), identity, hash), hasCode("IDEMPOTENCY_KEY_IN_PROGRESS"));
  assert.throws(() => responseOfKey(keyRow("expired"), identity, hash), hasCode("IDEMPOTENCY_RESULT_EXPIRED"));
  for (const state of ["done", "freed", "running", "expired"] as const) {
    assert.throws(() => responseOfKey(keyRow(state), `${identity} `, hash), hasCode("IDEMPOTENCY_KEY_REUSED"), state);
  }
});

test("names the key's execution, even in a refusal", () => {
  assert.deepEqual(keyExecution(keyRow("done")), {});
  const row = keyRow("running", { executionId: "act_1" });
  assert.deepEqual(keyExecution(row), { execution_id: "act_1" });
  const named = (error: unknown): boolean => error instanceof ServiceError && error.execution_id === "act_1";
  assert.throws(() => responseOfKey(row, identity, hash), named);
  assert.throws(() => responseOfKey({ ...row, state: "expired" }, identity, hash), named);
});

test("createIdempotently: creates once; a second request gets the first response, or IDEMPOTENCY_KEY_IN_PROGRESS", async () => {
  const { deps, log } = keyStore();
  const create = async () => {
    log.push("create");
    return { kind: "made", response } as const;
  };
  assert.deepEqual(await createIdempotently(deps, scope, request, create), { ...response, replayed: false });
  assert.deepEqual(log, ["refuse", "create"]);
  const taken = (row: KeyRow) => async () => ({ kind: "taken", row }) as const;
  assert.deepEqual(await createIdempotently(deps, scope, request, taken(keyRow("done"))), {
    ...response,
    replayed: true,
  });
  for (const state of ["freed", "running"] as const) {
    await assert.rejects(
      createIdempotently(deps, scope, request, taken(keyRow(state))),
      hasCode("IDEMPOTENCY_KEY_IN_PROGRESS"),
    );
  }
});

test("createIdempotently: refuses only if the key has no response yet", async () => {
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
    [{ ...deps, expiry }, async () => ({ kind: "made", response }) as const, "IDEMPOTENCY_RESULT_EXPIRED"],
  ] as const;
  for (const [given, make, code] of cases) {
    for (const row of [null, keyRow("freed")]) {
      stored.row = row;
      await assert.rejects(createIdempotently(given, scope, request, make), hasCode(code));
    }
    stored.row = keyRow("done");
    assert.deepEqual(await createIdempotently(given, scope, request, make), { ...response, replayed: true });
    const other = { ...request, body: {} };
    await assert.rejects(createIdempotently(given, scope, other, make), hasCode("IDEMPOTENCY_KEY_REUSED"));
  }
  stored.row = keyRow("done");
  const broken = async () => {
    throw new RangeError("An internal fault.");
  };
  await assert.rejects(createIdempotently(deps, scope, request, broken), RangeError);
});

const steps = (log: string[], run: () => Promise<KeptResponse>) => ({
  check: checks(log),
  run: async () => {
    log.push("run");
    return await run();
  },
  keepError: (error: ServiceError): KeptResponse => ({ status: 422, body: { code: error.code } }),
});

test("runIdempotently: checks, claims, runs, and keeps the response; a retry only replays", async () => {
  const { deps, stored, log } = keyStore();
  const ran = steps(log, async () => response);
  assert.deepEqual(await runIdempotently(deps, scope, request, ran), { ...response, replayed: false });
  assert.deepEqual(log, ["refuse", "check", "claim", "run", `keep own_1 ${JSON.stringify(response)}`]);
  stored.row = keyRow("done");
  assert.deepEqual(await runIdempotently(deps, scope, request, ran), { ...response, replayed: true });
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

test("runIdempotently: does not run after a lost claim, and returns the winner's response", async () => {
  const { deps, stored, log } = keyStore();
  const ran = steps(log, async () => response);
  stored.busy = keyRow("done");
  assert.deepEqual(await runIdempotently(deps, scope, request, ran), { ...response, replayed: true });
  for (const state of ["running", "freed"] as const) {
    stored.row = null;
    stored.busy = keyRow(state);
    await assert.rejects(runIdempotently(deps, scope, request, ran), hasCode("IDEMPOTENCY_KEY_IN_PROGRESS"));
  }
  assert.ok(!log.includes("run"));
});

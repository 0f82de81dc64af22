/** Faults in the store's keys, records, leases and sweeps. */
import { at, type Mutant } from "./mutant.ts";

const executions = "packages/server/src/adapters/store/executions/executions.ts";
const claim = "packages/server/src/adapters/store/executions/claim.ts";
const dispatch = "packages/server/src/adapters/store/executions/dispatch.ts";
const settle = "packages/server/src/adapters/store/executions/settle.ts";
const owners = "packages/server/src/adapters/store/owners.ts";
const sweep = "packages/server/src/adapters/store/executions/sweep.ts";
const keys = "packages/server/src/adapters/store/keys.ts";
const storeTests = ["packages/server/test/adapters/store/sqlite.test.ts"];

/** Records and keys. */
export const records: readonly Mutant[] = [
  {
    name: "sweep-back-to-accepted",
    breaks: "promise 4",
    ...at(
      sweep,
      'status: "outcome_unknown",\n    errorCode',
      'status: "accepted" as string as "outcome_unknown",\n    errorCode',
    ),
    tests: storeTests,
    pattern: "dead owner",
  },
  {
    name: "sweep-frees-the-key-of-an-unknown-outcome",
    breaks: "promise 1",
    ...at(sweep, "releasesKey: false", "releasesKey: true"),
    tests: storeTests,
    pattern: "dead owner",
  },
  {
    name: "sweep-touches-a-living-owner",
    breaks: "promise 4",
    ...at(sweep, '      .where((eb) => eb.not(hasLivingOwner("executions.owner_id")))\n', ""),
    tests: storeTests,
    pattern: "dead owner",
  },
  {
    name: "sweep-without-a-new-fence",
    breaks: "promise 1",
    ...at(sweep, "newFence: row.fence + 1,", "newFence: row.fence,"),
    tests: storeTests,
    pattern: "dead owner",
  },
  {
    name: "claim-takes-a-key-that-is-held",
    breaks: "promise 1",
    ...at(keys, "where k.state = 'freed' and", "where k.state <> 'expired' and"),
    tests: storeTests,
    pattern: "concurrent claims of a key|freed key",
  },
  {
    name: "claim-of-a-freed-key-by-another-body",
    breaks: "promise 1",
    ...at(keys, "and k.fingerprint = excluded.fingerprint", "and k.client_id = excluded.client_id"),
    tests: storeTests,
    pattern: "freed key",
  },
  {
    name: "replay-without-comparing-the-body",
    breaks: "promise 1",
    ...at(
      "packages/server/src/domain/idempotency/run-idempotently.ts",
      'if (!hash.verify("fingerprint", identity, row.fingerprint)) throw',
      'if (row.state === "running" && !hash.verify("fingerprint", identity, row.fingerprint)) throw',
    ),
    tests: ["packages/server/test/domain/idempotency/run-idempotently.test.ts"],
  },
  {
    name: "fence-not-checked-at-dispatch",
    breaks: "promise 1",
    ...at(dispatch, "= 'accepted' and fence = :fence", "= 'accepted'"),
    tests: storeTests,
    pattern: "dispatches once|doesn't dispatch",
  },
  {
    name: "dispatch-of-any-status",
    breaks: "promise 1",
    ...at(dispatch, "status || '' = 'accepted' and fence = :fence", "fence = :fence"),
    tests: storeTests,
    pattern: "dispatches once|doesn't dispatch",
  },
  {
    name: "settlement-over-a-swept-record",
    breaks: "promise 4",
    ...at(settle, "status || '' = :from and fence = :fence\n", "1 = 1\n"),
    tests: storeTests,
    pattern: "settles record|wakes late",
  },
  {
    name: "claim-from-the-cache-takes-a-freed-key",
    breaks: "promise 1",
    ...at(claim, "${takeReleasedKey} and :cachedVersion::bigint = 0", "${takeReleasedKey}"),
    tests: ["packages/server/test/adapters/store/postgres.test.ts"],
    pattern: "ever claimed",
  },
  {
    name: "settlement-forgets-its-key",
    breaks: "promise 1",
    ...at(settle, ": [settleRecord.with(values), settleKey.with(values)];", ": [settleRecord.with(values)];"),
    tests: storeTests,
    pattern: "settles record|frees the key",
  },
  {
    name: "settlement-takes-the-key-of-another-attempt",
    breaks: "promise 1",
    ...at(settle, "and execution_id = :id and state = 'running'\n", "and state = 'running'\n"),
    tests: ["packages/server/test/adapters/store/postgres-records-in-hand.test.ts"],
    pattern: "the key was claimed since",
  },
  {
    name: "unknown-outcome-without-its-event",
    breaks: "promise 3",
    ...at(settle, "rows.map((row) => outcomeEntry(", "rows.slice(rows.length).map((row) => outcomeEntry("),
    tests: storeTests,
    pattern: "an unknown outcome",
  },
  {
    name: "dispatch-beside-the-end-of-its-connection",
    breaks: "promise 3",
    ...at(dispatch, "exists (${isConnected} for share)", "exists (${isConnected})"),
    tests: ["packages/server/test/adapters/store/postgres-replicas.test.ts"],
    pattern: "waits for an uncommitted disconnect",
  },
  {
    name: "dispatch-taken-for-its-own-repetition",
    breaks: "promise 1",
    ...at(dispatch, "or :repeated = 1 and", "or :repeated <= 1 and"),
    tests: ["packages/server/test/adapters/store/postgres.test.ts"],
    pattern: "dispatches once, for its owner",
  },
  {
    name: "response-of-another-in-the-batch",
    breaks: "promise 1",
    ...at(
      "packages/server/src/adapters/store/client-batches.ts",
      "results[order.indexOf(item)] as Result",
      "results[items.indexOf(item)] as Result",
    ),
    tests: ["packages/server/test/adapters/store/postgres.test.ts"],
    pattern: "decides each of several concurrent claims",
  },
  {
    name: "late-response-changes-the-status",
    breaks: "promise 4",
    ...at(
      executions,
      ".set({ late_response: storableJson(late) })",
      '.set({ late_response: storableJson(late), ...(late.verdict === "unknown" ? {} : { status: late.verdict }) })',
    ),
    tests: storeTests,
    pattern: "late response",
  },
  {
    name: "outcome-resolved-twice",
    breaks: "promise 4",
    ...at(
      executions,
      '.where("status", "=", "outcome_unknown")\n',
      '.where("status", "in", ["outcome_unknown", "succeeded", "failed"])\n',
    ),
    tests: storeTests,
    pattern: "resolved once",
  },
  {
    name: "lease-renewed-after-its-end",
    breaks: "promise 1",
    ...at(
      owners,
      '.where("owner_id", "=", ownerId)\n              .where("ended_at", "is", null),\n',
      '.where("owner_id", "=", ownerId),\n',
    ),
    tests: storeTests,
    pattern: "an owner beats until it has ended, and never after",
  },
  {
    name: "owner-condemned-though-it-has-beaten-since",
    breaks: "promise 4",
    ...at(
      owners,
      "where ended_at is null and (owner_id, beats) in (values ${sql.join(pairs)})",
      "where ended_at is null and (owner_id, 0) in (select a.column1, 0 from (values ${sql.join(pairs)}) a)",
    ),
    tests: storeTests,
    pattern: "a sweep ends a silent owner",
  },
  {
    name: "nul-stored-as-it-came",
    breaks: "promise 2",
    ...at(
      "packages/server/src/domain/database/port.ts",
      'return wellFormed.includes("\\0") ? wellFormed.replaceAll("\\0", replacement) : wellFormed;',
      "return wellFormed;",
    ),
    tests: storeTests,
    pattern: "records an outcome whose text has NUL",
  },
  {
    name: "unknown-outcome-pruned",
    breaks: "promise 4",
    ...at(
      sweep,
      '.where("status", "in", ["succeeded", "failed"])',
      '.where("status", "in", ["succeeded", "failed", "outcome_unknown"])',
    ),
    tests: storeTests,
    pattern: "prunes old settled executions",
  },
];

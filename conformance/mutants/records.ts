/** Faults of keys, records, leases and sweeps in the store. */
import { at, type Mutant } from "./mutant.ts";

const executions = "packages/server/src/adapters/store/executions/executions.ts";
const steps = "packages/server/src/adapters/store/executions/steps.ts";
const owners = "packages/server/src/adapters/store/owners.ts";
const sweep = "packages/server/src/adapters/store/executions/sweep.ts";
const keys = "packages/server/src/adapters/store/keys/keys.ts";
const storeTests = ["packages/server/test/adapters/store/sqlite.test.ts"];

/** Records and keys. */
export const records: readonly Mutant[] = [
  {
    name: "sweep-back-to-accepted",
    breaks: "promise 4",
    ...at(sweep, '    status: "outcome_unknown",\n    error_code', '    status: "accepted",\n    error_code'),
    tests: storeTests,
    pattern: "dead owner",
  },
  {
    name: "sweep-frees-the-key-of-an-unknown-outcome",
    breaks: "promise 1",
    ...at(sweep, 'key_end: "done"', 'key_end: "freed"'),
    tests: storeTests,
    pattern: "dead owner",
  },
  {
    name: "sweep-touches-a-living-owner",
    breaks: "promise 4",
    ...at(sweep, 'and not ${hasLivingOwner("executions.owner_id")} limit', "limit"),
    tests: storeTests,
    pattern: "dead owner",
  },
  {
    name: "sweep-without-a-new-fence",
    breaks: "promise 1",
    ...at(sweep, 'fence: eb("fence", "+", 1)', 'fence: eb("fence", "+", 0)'),
    tests: storeTests,
    pattern: "dead owner",
  },
  {
    name: "claim-takes-a-key-that-is-held",
    breaks: "promise 1",
    ...at(keys, '.where("idempotency_keys.state", "=", "freed")', '.where("idempotency_keys.state", "<>", "expired")'),
    tests: storeTests,
    pattern: "once a key|freed key",
  },
  {
    name: "claim-of-a-freed-key-by-another-body",
    breaks: "promise 1",
    ...at(
      keys,
      '.whereRef("idempotency_keys.fingerprint", "=", sql.ref("excluded.fingerprint"))',
      '.whereRef("idempotency_keys.client_id", "=", sql.ref("excluded.client_id"))',
    ),
    tests: storeTests,
    pattern: "freed key",
  },
  {
    name: "replay-without-comparing-the-body",
    breaks: "promise 1",
    ...at(
      "packages/server/src/domain/idempotency/run-once.ts",
      'if (!hash.verify("fingerprint", identity, row.fingerprint)) throw',
      'if (row.state === "running" && !hash.verify("fingerprint", identity, row.fingerprint)) throw',
    ),
    tests: ["packages/server/test/domain/idempotency/run-once.test.ts"],
  },
  {
    name: "fence-not-checked-at-dispatch",
    breaks: "promise 1",
    ...at(steps, " and fence = ${slot.fence}\n    and exists", "\n    and exists"),
    tests: storeTests,
    pattern: "hand-over|handed over",
  },
  {
    name: "dispatch-of-any-status",
    breaks: "promise 1",
    ...at(steps, "where id = ${slot.id} and status || '' = 'accepted' and", "where id = ${slot.id} and"),
    tests: storeTests,
    pattern: "hand-over|handed over",
  },
  {
    name: "settlement-over-a-swept-record",
    breaks: "promise 4",
    ...at(
      "packages/server/src/adapters/store/executions/end.ts",
      " and status || '' = ${slot.from} and owner_id = ${slot.ownerId} and fence = ${slot.fence}`",
      " and owner_id = ${slot.ownerId}`",
    ),
    tests: storeTests,
    pattern: "settles record|dead owner",
  },
  {
    name: "recalled-claim-that-takes-a-freed-key",
    breaks: "promise 1",
    ...at(
      "packages/server/src/adapters/store/executions/claim-alone.ts",
      " and k.fingerprint = excluded.fingerprint and ${slot.recalled_version}::bigint = 0",
      " and k.fingerprint = excluded.fingerprint",
    ),
    tests: ["packages/server/test/adapters/store/postgres.test.ts"],
    pattern: "ever claimed",
  },
  {
    name: "late-answer-changes-the-status",
    breaks: "promise 4",
    ...at(
      executions,
      ".set({ late_answer: storableJson(late) })",
      '.set({ late_answer: storableJson(late), ...(late.verdict === "unknown" ? {} : { status: late.verdict }) })',
    ),
    tests: storeTests,
    pattern: "late answer",
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
      '.where("owner_id", "=", ownerId)\n            .where("ended_at", "is", null)\n',
      '.where("owner_id", "=", ownerId)\n',
    ),
    tests: storeTests,
    pattern: "an owner beats until it has ended, and never after",
  },
  {
    name: "owner-condemned-though-it-has-beaten-since",
    breaks: "promise 4",
    ...at(
      owners,
      "where ended_at is null and (owner_id, ${signOfLife}) in (values ${sql.join(pairs)})",
      "where ended_at is null and (owner_id, 0) in (select a.column1, 0 from (values ${sql.join(pairs)}) a)",
    ),
    tests: storeTests,
    pattern: "a silent owner is ended with the sweep, unless it has beaten since",
  },
  {
    name: "nul-stored-as-it-came",
    breaks: "promise 2",
    ...at(
      "packages/server/src/adapters/store/text.ts",
      'return wellFormed.includes("\\0") ? wellFormed.replaceAll("\\0", replacement) : wellFormed;',
      "return wellFormed;",
    ),
    tests: storeTests,
    pattern: "an outcome whose texts hold NUL and lone surrogates is recorded",
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
    pattern: "old settled executions are let go; unknown, open and young ones stay",
  },
];

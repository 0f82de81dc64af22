/** Error messages for operators and callers if the database fails: the actual fault, never a guess. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toServiceError } from "../../../src/entry/rest/problems.ts";
import { StoreError } from "../../../src/adapters/store/errors.ts";
import { faultOf, startAdvice, stopAdvice, useAdvice } from "../../../src/adapters/store/faults.ts";

const sqliteFull = 13;
const [readOnlyDatabase, writeFailed, cannotOpen] = [8, 10 | (3 << 8), 14];

test("a failed start names the fault and how to fix it", () => {
  for (const [code, expected] of [
    [`SQLITE_${sqliteFull}`, /\(SQLITE_13\): the disk that holds the database is full; free some space/],
    ["53100", /\(53100\): the disk that holds the database is full; free some space/],
    [`SQLITE_${readOnlyDatabase}`, /read-only; make it writable/],
    ["25006", /accept writes: it is a standby.*point SVC_DATABASE_URL to the primary/],
    ["42P05", /pooler.*prepared statements; set max_prepared_statements = 200/],
    ["08P01", /pooler.*ignore_startup_parameters = statement_timeout/],
    ["ECONNREFUSED", /doesn't answer; check that it is running/],
    ["EMFILE", /\(EMFILE\): this process has too few file descriptors; raise LimitNOFILE/],
    // Of several addresses, this may be the one that the machine has no route to.
    ["EADDRNOTAVAIL", /doesn't answer; check that it is running/],
    ["08006", /doesn't answer; check that it is running/],
    ["53300", /no connections left; raise max_connections/],
    ["42501", /isn't allowed to create tables; make it the owner/],
    ["NO_RESPONSE", /the connection was closed.*no pooler in front of it uses statement pooling/],
    ["57014", /: a statement took too long, or an administrator canceled it; see PostgreSQL's log/],
    ["55P03", /waited too long for a lock of another session; find that session with pg_blocking_pids/],
    ["SETTINGS", /settings that svc can't work with; run svc-server doctor/],
    ["42P07", /rejected a statement; check that this user owns/],
  ] as const) {
    const advice = startAdvice(new StoreError(code, code.startsWith("E")));
    assert.match(advice, expected, code);
    assert.match(advice, /^The database can't be prepared \(/);
    assert.equal(advice.split("\n").length, 1);
  }
  assert.match(useAdvice(new StoreError("53100", false)), /^The database can't be used \(53100\): the disk/);
  assert.match(
    stopAdvice(new StoreError("ECONNRESET", true)),
    /last writes \(ECONNRESET\): the database doesn't answer\./,
  );
  assert.match(stopAdvice(new StoreError("42P01", false)), /last writes \(42P01\): it rejected a statement\./);
});

test("reports the fault to callers and that they can retry, never INTERNAL", () => {
  for (const code of [
    `SQLITE_${sqliteFull}`,
    `SQLITE_${readOnlyDatabase}`,
    `SQLITE_${writeFailed}`,
    `SQLITE_${cannotOpen}`,
    "SQLITE_5",
    "SQLITE_FILE_GONE",
    "53100",
    "25006",
    "57P01",
    "40001",
  ]) {
    const response = toServiceError(new StoreError(code, false));
    assert.equal(response.code, "OVERLOADED", code);
    const what = faultOf(code)?.what ?? "missing";
    assert.ok(response.detail?.toLowerCase().includes(what.toLowerCase()), code);
    assert.match(response.detail ?? "", /same key: it can't act twice/);
  }
  assert.match(toServiceError(new StoreError("ECONNRESET", true)).detail ?? "", /^The database doesn't answer\./);
});

test("reports a rejected statement as a defect", () => {
  for (const code of ["SQLITE_1", "SQLITE_19", "42601", "23505", "KEY_VANISHED"]) {
    assert.equal(faultOf(code), null, code);
    assert.equal(toServiceError(new StoreError(code, false)).code, "INTERNAL", code);
  }
});

/** Where the doctor draws its lines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockCheck, diskChecks, settingChecks } from "../../src/operator/doctor.ts";

test("a clock is told by how much it differs, and which way", () => {
  assert.equal(clockCheck(999).status, "ok");
  assert.deepEqual([clockCheck(1000).status, clockCheck(-29_999).status], ["warn", "warn"]);
  assert.deepEqual([clockCheck(30_000).status, clockCheck(-30_000).status], ["fail", "fail"]);
  assert.match(clockCheck(2500).detail, /^is 2\.5 s behind/);
  assert.match(clockCheck(-2500).detail, /^is 2\.5 s ahead of/);
});

test("room beside the database warns below a gibibyte and fails below a tenth of it", () => {
  const mebibyte = 1024 * 1024;
  const statusOf = (bytes: number) => diskChecks(bytes).map(({ status }) => status);
  assert.deepEqual(diskChecks(null), []);
  assert.deepEqual(statusOf(1024 * mebibyte), ["ok"]);
  assert.deepEqual(statusOf(1024 * mebibyte - 1), ["warn"]);
  assert.deepEqual(statusOf(100 * mebibyte), ["warn"]);
  assert.deepEqual(statusOf(100 * mebibyte - 1), ["fail"]);
});

test("an address that others reach needs a public URL, and one with TLS", () => {
  const setting = { publicUrl: null, connectUrl: null, oauthApps: [], readyzUrl: "", eventRetentionDays: 30 };
  const statusOf = (change: Partial<Parameters<typeof settingChecks>[0]>) =>
    settingChecks({ listenHost: "0.0.0.0", ...setting, ...change }, { providers: [] })[0]?.status;
  assert.equal(statusOf({}), "fail");
  assert.equal(statusOf({ listenHost: "[::1]" }), "ok");
  assert.equal(statusOf({ publicUrl: "http://svc.example" }), "fail");
  assert.equal(statusOf({ publicUrl: "https://svc.example" }), "ok");
  assert.equal(statusOf({ publicUrl: "https://svc.example", connectUrl: "http://connect.example" }), "fail");
});

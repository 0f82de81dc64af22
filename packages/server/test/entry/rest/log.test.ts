/** The log at every level: routes and statuses, and nothing that a caller sent. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const canary = "canary-3b9d";

function captureLog(level: string): string {
  const program = join(import.meta.dirname, "testing/logged-requests.ts");
  return execFileSync(process.execPath, [program, level, canary], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

for (const level of ["debug", "info"]) {
  test(`logs no header, query, path, body or message of a request at ${level}`, () => {
    const log = captureLog(level);
    assert.match(log, /"route":"\/thing\/:id","status":200/);
    assert.match(log, /"defect":\{"name":"TypeError"/);
    assert.ok(!log.includes(canary), log);
  });
}

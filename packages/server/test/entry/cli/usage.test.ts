/** Wrong command lines of the real `svc-server`. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const program = join(import.meta.dirname, "../../../bin/svc-server");

test("says what was meant by a misspelled command or option, or which commands there are", () => {
  const { PATH = "" } = process.env;
  for (const [words, hint] of [
    [["providers", "chek", "."], "Did you mean svc-server providers check?"],
    [["service-clients", "create", "--nam", "backend"], "--nam is no option. Did you mean --name?"],
    [["unlike-any"], "Commands of svc-server: serve, migrate, service-clients,"],
  ] as const) {
    const { status, stderr } = spawnSync(program, words, { env: { PATH }, encoding: "utf8" });
    assert.equal(status, 2);
    assert.ok(stderr.includes(hint), stderr);
  }
});

/** The suite for providers: a sound provider passes, and each defect alone makes it fail. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const fixture = fileURLToPath(new URL("fixture/provider.ts", import.meta.url));

/** Runs the suite on the provider with one defect, and returns its report in TAP. */
function reportWith(defect: string): Promise<string> {
  // With this variable, a child would report to this test runner instead of as text.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ["--test-reporter=tap", fixture, defect], { env }, (_error, stdout, stderr) => {
      if (!/^# tests [1-9]/m.test(stdout)) reject(new Error(`The suite did not run: ${stderr}`));
      else resolve(stdout);
    });
  });
}

/** The names of the tests that a defect makes fail. */
async function failuresWith(defect: string): Promise<string[]> {
  return [...(await reportWith(defect)).matchAll(/^not ok \d+ - (.*)$/gm)].map(([, name = ""]) => name);
}

const defects: readonly (readonly [defect: string, failing: RegExp])[] = [
  ["pattern", /declaration/],
  ["undescribed", /declaration/],
  ["undescribed_field", /declaration/],
  ["no_summary", /declaration/],
  ["kept_secret", /declaration/],
  ["lax_output", /declaration/],
  ["type_error", /a read ends badly/],
  ["change_in_read", /returns an output/],
  ["credential_in_query", /returns an output/],
  ["extra_field", /returns an output/],
  ["two_changes", /returns an output/],
  ["vanishing_segment", /returns an output/],
  ["probe_ignored", /a read ends badly/],
  ["refusal_swallowed", /each ending of the change/],
  ["lax_token", /submissions/],
  ["quoted_token", /submissions/],
  ["echo", /refusal/],
  ["nothing_undeclared", /a read ends badly/],
  ["nothing_refused", /a read that returns nothing/],
  ["nothing_filled", /a read that returns nothing/],
];

test("passes a sound provider", async () => {
  assert.deepEqual(await failuresWith("none"), []);
});

for (const [defect, failing] of defects) {
  test(`catches the defect ${defect}`, async () => {
    const failures = await failuresWith(defect);
    assert.ok(failures.length > 0, "nothing failed");
    assert.ok(
      failures.some((name) => failing.test(name)),
      failures.join("; "),
    );
  });
}

test("tells the author of a read that accepts an empty answer how to declare it", async () => {
  assert.match(await reportWith("nothing_undeclared"), /200 with \[\]: output\..*`emptyAnswer`/);
  assert.doesNotMatch(await reportWith("probe_ignored"), /emptyAnswer/);
});

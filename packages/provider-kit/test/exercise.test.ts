/** The suite for providers is worth what it catches: a sound provider passes, and each defect alone makes it fail. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const exercised = fileURLToPath(new URL("exercised/provider.ts", import.meta.url));

/** Runs the suite on the provider with one defect; gives the names of the tests that failed. */
function failuresWith(defect: string): Promise<string[]> {
  // Under this variable a child would report to our runner instead of in words.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ["--test-reporter=tap", exercised, defect], { env }, (_error, stdout, stderr) => {
      if (!/^# tests [1-9]/m.test(stdout)) reject(new Error(`The suite did not run: ${stderr}`));
      else resolve([...stdout.matchAll(/^not ok \d+ - (.*)$/gm)].map(([, name = ""]) => name));
    });
  });
}

const defects: readonly (readonly [defect: string, failing: RegExp])[] = [
  ["pattern", /declaration/],
  ["undescribed", /declaration/],
  ["undescribed_field", /declaration/],
  ["no_summary", /declaration/],
  ["kept_secret", /declaration/],
  ["lax_output", /declaration/],
  ["type_error", /a read that ends badly/],
  ["change_in_read", /succeeds with an output/],
  ["credential_in_query", /succeeds with an output/],
  ["extra_field", /succeeds with an output/],
  ["two_changes", /succeeds with an output/],
  ["vanishing_segment", /succeeds with an output/],
  ["probe_ignored", /a read that ends badly/],
  ["refusal_swallowed", /each end of the change/],
  ["lax_token", /submissions/],
  ["quoted_token", /submissions/],
  ["echo", /refusal/],
  ["nothing_undeclared", /a read that ends badly/],
  ["nothing_refused", /a read of nothing/],
  ["nothing_filled", /a read of nothing/],
];

test("a sound provider passes the suite", async () => {
  assert.deepEqual(await failuresWith("none"), []);
});

for (const [defect, failing] of defects) {
  test(`the suite catches: ${defect}`, async () => {
    const failures = await failuresWith(defect);
    assert.ok(failures.length > 0, "nothing failed");
    assert.ok(
      failures.some((name) => failing.test(name)),
      failures.join("; "),
    );
  });
}

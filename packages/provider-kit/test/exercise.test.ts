/** The suite for providers: a sound provider passes, and each defect alone makes it fail. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { before, describe, test } from "node:test";
import { join } from "node:path";

const program = join(import.meta.dirname, "fixture/run.ts");

/** Runs the suite of a fixture with each of some defects, and returns the reports in TAP by defect. */
function reportsOf(fixture: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  // With this variable, a child would report to this test runner instead of as text.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ["--test-reporter=tap", program, fixture, ...names];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) => {
      const parts = stdout.split(/^# Subtest: (?=\w+$)/m).slice(1);
      const reports = new Map(parts.map((part) => [part.slice(0, part.indexOf("\n")), part]));
      const hasAll = names.every((name) => /^ {4}1\.\.[1-9]/m.test(reports.get(name) ?? ""));
      if (hasAll) resolve(reports);
      else reject(new Error(`The suite did not run: ${stderr}`));
    });
  });
}

/** The names of the tests that fail in a report. */
function failuresIn(report = ""): string[] {
  return [...report.matchAll(/^ {4}not ok \d+ - (.*)$/gm)].map(([, name = ""]) => name);
}

type Defects = readonly (readonly [defect: string, failing: RegExp])[];

const defects: Defects = [
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
  ["other_account", /names the account/],
  ["empty_account", /names the account/],
  ["any_account", /names no account/],
  ["untranslated", /every language/],
  ["one_language", /every language/],
  ["old_text", /every language/],
  ["english_text", /every language/],
  ["own_words", /every language/],
  ["nothing_undeclared", /a read ends badly/],
  ["nothing_refused", /a read that returns nothing/],
  ["nothing_filled", /a read that returns nothing/],
];

const evidenceDefects: Defects = [
  ["by_text", /cards.add: a look is right/],
  ["blind", /cards.add: a look is right/],
  ["anchored", /cards.add: a look is right/],
  ["never", /cards.add: a look is right .* late effect/],
  ["whole_output", /cards.add: a look is right/],
  ["swallowed", /cards.add: a look whose read ends badly/],
  ["elsewhere", /cards.add: a look reads only what/],
  ["assumed", /cards.set: a look is right .* before effect/],
  ["proved", /cards.set: a look is right/],
  ["unseen", /cards.set: a look is right .* after effect/],
  ["quoted", /cards.set: a look is right/],
  ["secret_fact", /cards.set: returns an output/],
  ["no_facts", /cards.set: returns an output/],
  ["no_environment", /cards.add: a look is right/],
  ["preview_secret", /cards.set: its preview only reads, returns the same twice/],
  ["preview_long", /cards.set: its preview only reads, returns the same twice/],
  ["preview_large", /cards.set: its preview only reads, returns the same twice/],
  ["preview_unsteady", /cards.set: its preview only reads, returns the same twice/],
  ["preview_unquoted", /cards.set: its preview is short/],
  ["preview_elsewhere", /cards.set: its preview reads only what/],
  ["preview_swallowed", /cards.set: its preview fails/],
];

const secretsDefects: Defects = [
  ["missing_action", /six shared actions/],
  ["no_evidence", /evidence for each change/],
  ["unlisted_route", /README lists/],
  ["names_come_back", /sets, reads, replaces and deletes/],
  ["creates_without_evidence", /evidence for each change/],
  ["creates_by_setting", /a secret is created once/],
  ["creates_in_silence", /a secret is created once/],
  ["creates_twice", /a secret is created once/],
  ["creates_with_a_value", /a secret is created once/],
  ["unlisted", /sets, reads, replaces and deletes/],
  ["lost_project", /sets, reads, replaces and deletes/],
  ["bulk", /sets, reads, replaces and deletes/],
  ["bulk_get", /sets, reads, replaces and deletes/],
  ["encoded_bulk", /sets, reads, replaces and deletes/],
  ["asks_for_values", /sets, reads, replaces and deletes/],
  ["token_in_query", /sets, reads, replaces and deletes/],
  ["deaf", /sets, reads, replaces and deletes/],
  ["vague", /sets, reads, replaces and deletes/],
  ["in_query", /sets, reads, replaces and deletes/],
  ["two_changes", /sets, reads, replaces and deletes/],
  ["recorded", /sets, reads, replaces and deletes/],
  ["always_deleted", /sets, reads, replaces and deletes/],
  ["trimmed", /every value up to its limit/],
  ["lax_trims", /every value up to its limit/],
  ["echoed", /sets, reads, replaces and deletes/],
  ["lax_limit", /every value up to its limit/],
  ["endless", /a list ends/],
];

const trapDefects: Defects = [
  ["values_at_once", /the account has a name/],
  ["account_of_token", /the account has a name/],
  ["reversed", /lists names in order/],
  ["stale", /someone else's value is read/],
  ["more_reads", /someone else's value is read/],
  ["vague", /a missing secret is missing/],
  ["spare_response", /a response that isn't asked for/],
  ["silent", /a locked safe refuses/],
  ["quoted", /a locked safe refuses/],
  ["early_change", /a locked safe refuses/],
  ["failed_change", /a locked safe refuses/],
  ["looks_less", /a lost set is settled/],
  ["misjudged", /a lost set is settled/],
];

const subjects: readonly (readonly [name: string, fixture: string, defects: Defects, variants: readonly string[]])[] = [
  ["notes", "provider.ts", defects, []],
  // It finds an id by reading, like the action in its needs does.
  ["cards", "cards.ts", evidenceDefects, ["boards"]],
  // It trims values, and its secrets have to be created first.
  ["secrets", "secrets.ts", secretsDefects, ["trims", "creates"]],
  ["traps", "traps.ts", trapDefects, []],
];

for (const [subject, fixture, all, variants] of subjects) {
  describe(subject, () => {
    let reports: ReadonlyMap<string, string> = new Map();
    before(async () => {
      reports = await reportsOf(fixture, ["none", ...variants, ...all.map(([defect]) => defect)]);
    });

    test("passes without a defect", () => {
      assert.deepEqual(failuresIn(reports.get("none")), []);
    });

    for (const [defect, failing] of all) {
      test(`catches the defect ${defect}`, () => {
        const failures = failuresIn(reports.get(defect));
        assert.ok(failures.length > 0, "nothing failed");
        assert.ok(
          failures.some((failed) => failing.test(failed)),
          failures.join("; "),
        );
      });
    }

    if (subject === "cards") {
      test("allows a look to find an id by reading, like the action in needs does", () => {
        const failures = failuresIn(reports.get("boards"));
        assert.ok(!failures.some((failed) => failed.includes("reads only what")), failures.join("; "));
      });
    }

    if (subject === "secrets") {
      test("passes with a store that trims values, if the input schema says so", () => {
        assert.deepEqual(failuresIn(reports.get("trims")), []);
      });

      test("passes for a manager whose secrets have to be created first", () => {
        assert.deepEqual(failuresIn(reports.get("creates")), []);
      });
    }

    if (subject === "notes") {
      test("tells the author of a read that accepts an empty response how to declare it", () => {
        assert.match(reports.get("nothing_undeclared") ?? "", /200 with \[\]: output\..*`emptyResponse`/);
        assert.doesNotMatch(reports.get("probe_ignored") ?? "", /emptyResponse/);
      });
    }
  });
}

/** The README lists the output fields of the code. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { account, user } from "../src/resources/accounts.ts";
import { entry } from "../src/resources/contents.ts";
import { comment, foundIssue, issue, label, milestone, writtenComment, writtenIssue } from "../src/resources/issues.ts";
import { listedPull, pull } from "../src/resources/pulls.ts";
import { repository } from "../src/resources/repositories.ts";
import type { Fields } from "@svc/provider-kit/shape";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8").replaceAll(/\s+/g, " ");

const resources: Readonly<Record<string, { fields: Fields }>> = {
  Account: account,
  User: user,
  Repository: repository,
  Label: label,
  Milestone: milestone,
  Issue: issue,
  "Issue as a hit of the search": foundIssue,
  "Issue after a write": writtenIssue,
  Comment: comment,
  "Comment after a write": writtenComment,
  "Pull request in a list": listedPull,
  "Pull request": pull,
  "Directory entry": entry,
};

test("lists each resource with all of its fields and their names at GitHub", () => {
  for (const [name, { fields }] of Object.entries(resources)) {
    const words = Object.entries(fields).map(([field, { from }]) =>
      field === from ? `\`${field}\`` : `\`${field}\` ← \`${from}\``,
    );
    assert.ok(readme.includes(`- **${name}**: ${words.join(", ")} `), name);
  }
});

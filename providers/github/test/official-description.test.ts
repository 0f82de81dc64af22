/** The part of GitHub's API description that the tests read is the same as in the whole. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { githubDescription } from "../../../judges/vendors/octokit.ts";
import { describedPart, partFile } from "./described-part.ts";

test("the part is what the whole description says", () => {
  const isSame = readFileSync(partFile, "utf8") === describedPart(githubDescription());
  assert.ok(isSame, "run: node providers/github/test/write-described-part.ts");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { withFolds } from "../src/folds.ts";

const page =
  "# T\n\nLead.\n\n## A\n\nOf A.\n\n```sh\n## not a heading\n```\n\n## B\n\nOf B.\n\n### C\n\nOf C.\n\n### D\n\nOf D.\n";
const headings = (text: string): string[] =>
  [...text.matchAll(/<summary>\n\n(#+ .*)\n\n<\/summary>/g)].map(([, heading = ""]) => heading);

test("folds the sections of the third level, and those of the second without any", () => {
  const made = withFolds("/docs/self-hosting", page);
  assert.deepEqual(headings(made), ["## A", "### C", "### D"]);
  assert.match(made, /^## B\n\nOf B\.$/m);
  assert.equal(made.match(/<details class="fold">/g)?.length, made.match(/<\/details>/g)?.length);
});

test("folds a provider's page by action, and leaves pages that are read from top to bottom", () => {
  assert.deepEqual(headings(withFolds("/docs/providers/doppler", page)), ["## A", "## B"]);
  assert.equal(withFolds("/docs/quickstart", page), page);
});

test("loses no word, and folds no heading in code", () => {
  const words = (text: string): string =>
    text
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/\s+/g, " ")
      .trim();
  for (const path of ["/docs/self-hosting", "/docs/providers/doppler"]) {
    assert.equal(words(withFolds(path, page)), words(page));
  }
});

/** The building blocks of the console's pages: foreign texts are isolated and don't affect their surroundings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { facts, json, visuallyHiddenLabel, table } from "../../../src/entry/console/elements.ts";
import { emptyHtml, isolated, markup } from "../../../src/entry/html/markup.ts";

const turning = "Acme\u202e<b>";
const alone = "<bdi>Acme[U+202E]&lt;b&gt;</bdi>";

test("isolates a text in cells and facts, and leaves our own HTML unchanged", () => {
  const columns = [
    { name: "Name", cell: (name: string) => name },
    { name: "Code", cell: (name: string) => markup`<code>${name.length}</code>` },
  ];
  const { html } = table(markup`Keys of ${isolated(turning)}`, columns, [turning], emptyHtml);
  assert.equal(html.split(alone).length, 3);
  assert.ok(html.includes("<div><code>8</code></div>"));
  assert.equal(facts([["Name", turning]]).html.includes(`<dd>${alone}</dd>`), true);
  assert.equal(visuallyHiddenLabel("Revoke…", isolated(turning)).html, `Revoke…<span class="unseen"> ${alone}</span>`);
});

test("shows a document with escapes for characters that would reorder or hide its text, and it reads the same", () => {
  const document = { note: "a\u202eb\u2028c\u0085d", hidden: "e\u{e0100}f\u200dg\u3164", emoji: "👩\u200d💻" };
  const text = /^<pre>(.*)<\/pre>$/s.exec(json(document).html)?.[1]?.replaceAll("&quot;", '"') ?? "";
  assert.ok(text.includes(String.raw`a\u202eb\u2028c\u0085d`));
  assert.ok(text.includes(String.raw`e\udb40\udd00f\u200dg\u3164`));
  assert.deepEqual(JSON.parse(text), document);
  assert.match(text, /^\{\n {2}"note"/);
});

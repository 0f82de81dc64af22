/** What the console's pages are built from: texts that others chose stand by themselves, and turn nothing beside them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { facts, json, named, table } from "../../src/operator-console/elements.ts";
import { isolated, markup } from "../../src/operator-console/markup.ts";

const turning = "Acme\u202e<b>";
const alone = "<bdi>Acme\u202e&lt;b&gt;</bdi>";

test("a text is isolated in cells and facts, and HTML of ours stays as it is", () => {
  const columns = [
    { name: "Name", cell: (name: string) => name },
    { name: "Code", cell: (name: string) => markup`<code>${name.length}</code>` },
  ];
  const { html } = table(markup`Keys of ${isolated(turning)}`, columns, [turning], "None.");
  assert.equal(html.split(alone).length, 3);
  assert.ok(html.includes("<div><code>8</code></div>"));
  assert.equal(facts([["Name", turning]]).html.includes(`<dd>${alone}</dd>`), true);
  assert.equal(named("Revoke…", isolated(turning)).html, `Revoke…<span class="unseen"> ${alone}</span>`);
});

test("a document is shown with escapes for what would turn or hide its text, and reads as the same", () => {
  const document = { note: "a\u202eb\u2028c\u0085d", emoji: "👩\u200d💻" };
  const text = /^<pre>(.*)<\/pre>$/s.exec(json(document).html)?.[1]?.replaceAll("&quot;", '"') ?? "";
  assert.ok(text.includes(String.raw`a\u202eb\u2028c\u0085d`));
  assert.deepEqual(JSON.parse(text), document);
  assert.match(text, /^\{\n {2}"note"/);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { operationList } from "@svc/contract";
import { schemaFields } from "@svc/contract/schema-fields";
import { withSamplesBeside } from "../src/samples-beside.ts";
import { apiPages } from "../src/api-page.ts";
import { schemaTree } from "../src/schema-tree.ts";

const schema = {
  type: "object",
  required: ["owner"],
  properties: {
    owner: {
      type: "object",
      description: "Who has it.",
      required: [],
      properties: { login: { type: "string", maxLength: 9 }, plan: { type: "object", properties: { name: {} } } },
    },
    labels: { type: "array", items: { type: "object", properties: { color: { enum: ["red", "blue"] } } } },
  },
};

test("puts a field's own fields into a fold below it, with names, types, meanings and what is required", () => {
  const tree = schemaTree("Body", schema, "request").join("\n");
  const names = [...tree.matchAll(/<li>|<\/li>|^`(\w+)`/gm)].map(([tag, name]) => name ?? tag).join(" ");
  assert.equal(
    names,
    "<li> owner <li> login </li> <li> plan <li> name </li> </li> </li> <li> labels <li> color </li> </li>",
  );
  assert.match(tree, /^<details class="schema" open>\n<summary><b>Body<\/b>/);
  assert.match(tree, /^`owner` <span class="field-type">object<\/span> <span class="field-required">required/m);
  assert.match(tree, /^Who has it\.$/m);
  assert.match(tree, /^`login` .*string<\/span>\n\(at most 9 characters\)$/m);
  assert.match(tree, /<summary>2 fields of <code>owner<\/code>/);
  assert.match(tree, /<summary>1 field of <code>labels<\/code>/);
  assert.match(tree, /^`color` <span class="field-type">`red`, `blue`<\/span>$/m);
  assert.deepEqual(schemaTree("Body", { type: "object" }, "request"), []);
});

test("a response's fields are folded, and say only what may be absent", () => {
  const tree = schemaTree("Response 200", schema, "response").join("\n");
  assert.match(tree, /^<details class="schema">\n/);
  assert.match(tree, /^`owner` <span class="field-type">object<\/span>$/m);
  assert.match(tree, /^`login` .*<span class="field-type">optional<\/span>$/m);
  assert.doesNotMatch(tree, /required|characters/);
});

test("each operation's page has every field of its request and response once", () => {
  const pages = [...apiPages()].filter(([file]) => file.startsWith("api/"));
  const made = pages.flatMap(([, markdown]) => withSamplesBeside(markdown).split(/^(?=## )/m));
  for (const { summary, query, body, success } of operationList) {
    const section = made.find((one) => one.startsWith(`## ${summary}\n`)) ?? "";
    const names = [query, body, success.schema].flatMap((part) => schemaFields(part ?? {}).map(({ name }) => name));
    const shown = [...section.matchAll(/<li>\n\n`(\w+)`/g)].map(([, name]) => name);
    assert.deepEqual(shown, names, summary);
    assert.doesNotMatch(section, /^\| Field \|/m, summary);
  }
});

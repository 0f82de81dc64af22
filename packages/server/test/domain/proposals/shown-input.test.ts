/** An input for the person who decides about it: names, content, and no value of a secret. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { content, sensitive } from "@svc/contract";
import { Type } from "typebox";
import { labelOf, showInput } from "../../../src/domain/proposals/shown-input.ts";

const closed = { additionalProperties: false };
const canary = "hunter2-canary";

test("shows content, and no secret at any depth, however its field is declared", () => {
  const schema = Type.Object(
    {
      body: content(Type.String()),
      rows: content(Type.Array(Type.Array(Type.Union([Type.String(), Type.Number()])))),
      value: sensitive(Type.String()),
      inner: Type.Object({ token: sensitive(Type.String()), note: Type.String() }, closed),
      list: Type.Array(Type.Object({ pin: sensitive(Type.Integer()) }, closed)),
      either: Type.Union([Type.Integer(), sensitive(Type.String())]),
      referred: Type.Unsafe({ $ref: "#/$defs/a" }),
    },
    closed,
  );
  const shown = showInput(schema, {
    body: "Hello",
    rows: [["May", 18]],
    value: canary,
    inner: { token: canary, note: "kept" },
    list: [{ pin: 4711 }],
    either: canary,
    referred: canary,
    undeclared: canary,
  });
  assert.equal(/hunter2|4711/.test(JSON.stringify(shown)), false);
  const secret = { kind: "secret" };
  const row = {
    kind: "list",
    items: [
      { kind: "text", text: "May" },
      { kind: "number", text: "18" },
    ],
  };
  assert.deepEqual(shown, [
    { label: "Body", value: { kind: "text", text: "Hello" } },
    { label: "Rows", value: { kind: "list", items: [row] } },
    { label: "Value", value: secret },
    {
      label: "Inner",
      value: {
        kind: "group",
        fields: [
          { label: "Token", value: secret },
          { label: "Note", value: { kind: "text", text: "kept" } },
        ],
      },
    },
    {
      label: "List",
      value: { kind: "list", items: [{ kind: "group", fields: [{ label: "Pin", value: secret }] }] },
    },
    { label: "Either", value: secret },
    { label: "Referred", value: secret },
    { label: "Undeclared", value: secret },
  ]);
});

test("names a field as its provider does, or in words", () => {
  assert.equal(labelOf([{ title: "Repository" }], "repo"), "Repository");
  for (const [name, label] of [
    ["spreadsheetId", "Spreadsheet ID"],
    ["addLabelIds", "Add label IDs"],
    ["threadTs", "Thread ts"],
    ["assignee_email", "Assignee email"],
    ["cc", "CC"],
    ["apiKey", "API key"],
    ["__proto__", "Proto"],
    ["__", "__"],
  ] as const) {
    assert.equal(labelOf(null, name), label);
  }
});

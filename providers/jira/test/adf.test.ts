/** Conversion of plain text to documents and back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { normalized, textOfAdf, toAdf } from "../src/adf.ts";

test("returns a text unchanged, except for surrounding spaces and repeated empty lines", () => {
  const texts = [
    "x",
    "a\nb",
    "a\n\nb",
    "a\n\nb\nc\n\nd",
    "- a\n- b",
    "  indented\n\ttab",
    "*not bold* {code} <b>",
    "日本語 🎉",
  ];
  for (const text of texts) assert.equal(textOfAdf(toAdf(text)), text.trim());
  assert.equal(textOfAdf(toAdf("a\r\n\r\n\r\nb\r\n")), "a\n\nb");
  assert.equal(normalized("\n a\n\n\n\nb \n"), "a\n\nb");
});

test("creates no empty text nodes, because Jira refuses them", () => {
  for (const text of ["a\n\n\nb", "\na", "a\n", "\n\n", " "]) {
    assert.doesNotMatch(JSON.stringify(toAdf(text)), /"text":""/, JSON.stringify(text));
  }
});

test("converts documents of other editors to text", () => {
  const node = (type: string, content: unknown[] = [], attrs: object = {}) => ({ type, content, attrs });
  const text = (value: string, ...marks: string[]) => ({
    type: "text",
    text: value,
    marks: marks.map((type) => ({ type })),
  });
  const paragraph = (...content: unknown[]) => node("paragraph", content);
  const document = node("doc", [
    node("heading", [text("Plan")], { level: 2 }),
    paragraph(
      text("Ask "),
      node("mention", [], { id: "1", text: "@Robin" }),
      text(" "),
      node("emoji", [], { shortName: ":smile:" }),
    ),
    node("bulletList", [
      node("listItem", [paragraph(text("oil", "strong"))]),
      node("listItem", [paragraph(text("paint"))]),
    ]),
    node("orderedList", [node("listItem", [paragraph(text("first"))])]),
    node("rule"),
    paragraph(node("inlineCard", [], { url: "https://example.com" })),
    node("unknownBlock", [paragraph(text("inside"))]),
  ]);
  assert.equal(
    textOfAdf(document),
    "Plan\n\nAsk @Robin :smile:\n\n- oil\n- paint\n\n1. first\n\n---\n\nhttps://example.com\n\ninside",
  );
});

test("reads malformed and deeply nested documents without an error", () => {
  for (const value of [null, undefined, 7, "x", [], { type: "doc", content: "x" }, { type: "text", text: 7 }]) {
    assert.equal(textOfAdf(value), "");
  }
  let deep: object = { type: "text", text: "bottom" };
  for (let level = 0; level < 10_000; level++) deep = { type: "panel", content: [deep] };
  assert.equal(textOfAdf(deep), "");
});

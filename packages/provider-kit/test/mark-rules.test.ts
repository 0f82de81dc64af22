/** The marks that keep fields out of records, as an action may declare them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { content, sensitive, summary } from "@svc/contract";
import { Type, type TProperties } from "typebox";
import { defineAction } from "../src/index.ts";
import { declarationFaults } from "../src/testing/index.ts";

const strict = { additionalProperties: false } as const;
const text = Type.String({ description: "A text." });

function faultsOf(fields: { input?: TProperties; output?: TProperties }, effect: "read" | "write" = "write"): string[] {
  const { input = {}, output = {} } = fields;
  return declarationFaults(
    defineAction({
      id: "notes.set",
      title: "Note",
      description: "Note",
      consent: "Note",
      effect,
      idempotency: effect === "read" ? "safe" : "unsafe",
      requiredScopes: [],
      mcp: false,
      sensitiveOutput: false,
      input: Type.Object(input, strict),
      output: Type.Object(output, strict),
      run: async () => ({}),
    }),
  );
}

test("accepts content in an input, and in the output of a change", () => {
  assert.deepEqual(faultsOf({ input: { text: content(text) }, output: { text: content(text) } }), []);
});

const inner = Type.Object({ pin: sensitive(text) }, { ...strict, description: "An object." });
const noted = Type.Object({ name: summary(text) }, { ...strict, description: "An object." });

test("rejects a field that is both a secret and content", () => {
  const both = [/^\/input\/properties\/text is marked as both a secret and content\.$/];
  for (const field of [sensitive(content(text)), content(sensitive(text))]) {
    const faults = faultsOf({ input: { text: field } });
    assert.deepEqual(faults.length, both.length, faults.join("\n"));
    assert.match(faults[0] ?? "", both[0] as RegExp);
  }
});

test("rejects a secret inside of content, which would be shown with it", () => {
  const faults = faultsOf({ input: { all: content(inner) } });
  assert.deepEqual(faults, [
    "/input/properties/all/properties/pin is secret (x-sensitive), but inside of content (x-content).",
  ]);
});

test("rejects content that records would keep, and content of a read", () => {
  assert.deepEqual(faultsOf({ output: { all: content(noted) } }), [
    "/output/properties/all/properties/name is recorded (x-summary) although it is kept out of records (x-content).",
  ]);
  assert.deepEqual(faultsOf({ output: { text: content(text) } }, "read"), [
    "/output/properties/text is content (x-content), but it is what this action reads.",
  ]);
});

/** Schemas as outlines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { outlineLines, plainSurface } from "@svc/contract/terminal";

const schema = {
  type: "object",
  required: ["owner"],
  properties: {
    owner: { type: "string", minLength: 1, maxLength: 39, description: "The account that owns the repository." },
    state: { enum: ["open", "closed"], default: "open", description: "Which issues." },
    labels: {
      type: "array",
      maxItems: 1,
      items: { type: "object", required: ["name"], properties: { name: { type: "string", "x-sensitive": true } } },
    },
    milestone: { anyOf: [{ type: "integer" }, { type: "null" }] },
  },
};

test("shows each field with its type, limits and meaning; required ones have a star, nested ones are indented", () => {
  assert.deepEqual(outlineLines(schema, plainSurface), [
    "  owner *    string           The account that owns the repository. (1 to 39 characters)",
    '  state      open, closed     Which issues. Default: "open".',
    "  labels     array of object  (at most 1 entry)",
    "    name *   string           Secret: never recorded, logged or replayed.",
    "  milestone  integer or null",
  ]);
});

test("wraps the meaning in its column, and under the name on a narrow terminal", () => {
  const surface = { width: 64, color: false, nowMs: null };
  assert.deepEqual(outlineLines(schema, surface).slice(0, 2), [
    "  owner *    string           The account that owns the",
    "                              repository. (1 to 39 characters)",
  ]);
  assert.deepEqual(outlineLines(schema, { ...surface, width: 40 }).slice(0, 3), [
    "  owner *    string",
    "    The account that owns the",
    "    repository. (1 to 39 characters)",
  ]);
});

test("says that there are no fields", () => {
  assert.deepEqual(outlineLines({ type: "object" }, plainSurface), ["  (no fields)"]);
});

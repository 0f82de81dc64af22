/** Resources declared once: their schema, and their parser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { safeOutput } from "@svc/contract";
import { ProviderFailure } from "@svc/provider-kit";
import {
  count,
  decimal,
  flag,
  integer,
  listOf,
  orNull,
  part,
  recorded,
  secret,
  shape,
  text,
  textsOf,
  time,
} from "@svc/provider-kit/shape";

const owner = shape({ name: text("display_name", "Name.") });
const card = shape({
  id: text("id", "Id."),
  team: orNull(text("team.name", "Name of its team.")),
  size: count("size", "Size."),
  delta: integer("delta", "Change."),
  ratio: decimal("ratio", "Ratio."),
  open: flag("open", "Whether it is open."),
  at: time("at", "When."),
  tags: textsOf("tags", "Tags."),
  owner: orNull(part("owner", owner)),
  others: listOf("others", "Others.", owner),
});

const response = {
  id: "a",
  team: { name: "Blue", secret: "no" },
  size: 0,
  delta: -2,
  ratio: 0.5,
  open: false,
  at: "2026-11-25T10:00:00+01:00",
  tags: ["x"],
  owner: { display_name: "Ada" },
  others: [{ display_name: "Bob", more: 1 }],
  unknown: true,
};

test("reads only the declared members, by their paths", () => {
  assert.deepEqual(card.read(response), {
    id: "a",
    team: "Blue",
    size: 0,
    delta: -2,
    ratio: 0.5,
    open: false,
    at: "2026-11-25T10:00:00+01:00",
    tags: ["x"],
    owner: { name: "Ada" },
    others: [{ name: "Bob" }],
  });
});

test("an optional field is null, whichever member on its path is missing", () => {
  for (const team of [undefined, null, {}, { name: null }]) assert.equal(card.read({ ...response, team }).team, null);
  const { tags: _tags, others: _others, owner: _owner, ...rest } = response;
  const read = card.read(rest);
  assert.deepEqual([read.tags, read.others, read.owner], [[], [], null]);
});

test("a member of another type is a failure of the provider, which doesn't quote it", () => {
  const wrong = [
    { id: 7 },
    { team: "Blue" },
    { size: -1 },
    { delta: 1.5 },
    { ratio: "1" },
    { open: "false" },
    { at: "yesterday" },
    { tags: "x" },
    { owner: [] },
    { others: [null] },
  ];
  for (const part of wrong) {
    assert.throws(
      () => card.read({ ...response, ...part }),
      (error) => error instanceof ProviderFailure && error.refusal.code === "PROVIDER_ERROR",
      JSON.stringify(part),
    );
  }
  assert.throws(() => card.read([response]), ProviderFailure);
});

test("the schema is strict, and every field is required", () => {
  const { additionalProperties, required } = card.schema as { additionalProperties?: unknown; required?: unknown };
  assert.equal(additionalProperties, false);
  assert.deepEqual(required, Object.keys(card.fields));
});

test("the record of a sensitive output keeps only marked fields, and never a secret", () => {
  const key = shape({ id: recorded(text("id", "Id.")), value: secret(text("value", "Value.")) });
  const read = key.read({ id: "a", value: "hidden" });
  assert.deepEqual(read, { id: "a", value: "hidden" });
  assert.deepEqual(safeOutput({ sensitiveOutput: true, output: key.schema }, read), { id: "a" });
  assert.deepEqual(safeOutput({ sensitiveOutput: false, output: key.schema }, read), { id: "a" });
});

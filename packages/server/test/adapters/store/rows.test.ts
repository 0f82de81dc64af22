/** Rows and columns are mapped as the tables are declared. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";
import type { Rows } from "../../../src/domain/generated/rows.ts";
import { columnsOf, rowOf } from "../../../src/adapters/store/rows.ts";
import type { Column, ColumnKind } from "../../../src/adapters/store/schema/column.ts";
import { topics } from "../../../src/adapters/store/schema/tables.ts";
import type { Tables } from "../../../src/adapters/store/tables.ts";

/** A value of each kind: the column's, and the field's. */
const samples: Readonly<Record<ColumnKind, readonly [column: unknown, field: unknown]>> = {
  text: ["some", "some"],
  number: [7, 7],
  time: [1_700_000_000_000, 1_700_000_000_000],
  flag: [1, true],
  json: ['["some",{"of":null}]', ["some", { of: null }]],
  bytes: [new Uint8Array([1, 2]), new Uint8Array([1, 2])],
};

const mapped = Object.values(topics)
  .flat()
  .filter(({ row }) => row !== undefined);

test("maps every row back to its columns, except those that are hidden", () => {
  for (const { name, columns } of mapped) {
    const table = name as keyof Rows;
    const shown = Object.entries(columns).filter(([, { hidden }]) => !hidden);
    assert.deepEqual(columnsOf(table, rowOf(table)(stored(columns))), Object.fromEntries(shown.map(sampleOf)), name);
  }
  assert.ok(mapped.length > 10);
});

test("names fields in camel case, and gives each the value of its kind", () => {
  for (const { name, columns } of mapped) {
    const row = rowOf(name as keyof Rows)(stored(columns)) as Record<string, unknown>;
    for (const [column, { kind, hidden }] of Object.entries(columns)) {
      const field = column
        .split("_")
        .reduce((start, word) => `${start}${word.charAt(0).toUpperCase()}${word.slice(1)}`);
      assert.deepEqual(row[field], hidden ? undefined : samples[kind][1], `${name}.${field}`);
    }
  }
});

test("keeps a null document apart from no document", () => {
  const row = { summaryInput: null, decision: null, sealed: null };
  assert.deepEqual(columnsOf("proposals", row), { summary_input: "null", decision: null, sealed: null });
});

test("makes rows that V8 keeps small, not dictionaries", () => {
  setFlagsFromString("--allow-natives-syntax");
  const isFast = new Script("(value) => %HasFastProperties(value)").runInThisContext() as (value: object) => boolean;
  for (const { name, columns } of mapped) assert.ok(isFast(rowOf(name as keyof Rows)(stored(columns))), name);
});

test("leaves out fields that are undefined or left out", () => {
  assert.deepEqual(columnsOf("tenants", { label: "eu" }), { label: "eu" });
  assert.equal(columnsOf("tenants", { label: undefined }).label, undefined);
});

function stored(columns: Readonly<Record<string, Column>>): Tables[keyof Rows] {
  return Object.fromEntries(Object.entries(columns).map(sampleOf)) as Tables[keyof Rows];
}

function sampleOf([column, { kind }]: readonly [string, Column]): [string, unknown] {
  return [column, samples[kind][0]];
}

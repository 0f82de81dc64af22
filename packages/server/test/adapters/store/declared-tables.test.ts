/** The declared tables (schema/tables): what they may say, and that the migrations create exactly them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { declaredSchema } from "../../../../../tools/generate/schema-sql.ts";
import { schemaSnapshots } from "../../../../../tools/generate/schema-snapshots.ts";
import { number, orNull, rowSeal, text, time } from "../../../src/adapters/store/schema/column.ts";
import { table } from "../../../src/adapters/store/schema/table.ts";
import { topics } from "../../../src/adapters/store/schema/tables.ts";

const root = join(import.meta.dirname, "../../../../..");

test("the snapshots are byte for byte what the migrations create", async () => {
  for (const [name, snapshot] of await schemaSnapshots(root)) {
    assert.equal(snapshot, readFileSync(join(root, name), "utf8"), name);
  }
});

test("the snapshots have the declared tables, and nothing else", async () => {
  for (const [name, snapshot] of await schemaSnapshots(root, declaredSchema)) {
    assert.deepEqual(linesOf(snapshot), linesOf(readFileSync(join(root, name), "utf8")), name);
  }
});

test("a table references tables before it, by their id", () => {
  const known = new Set<string>();
  for (const { name, columns } of Object.values(topics).flat()) {
    for (const { references } of Object.values(columns)) {
      assert.ok(references === undefined || known.has(references), `${name} references ${String(references)}`);
    }
    if (columns["id"]?.key) known.add(name);
  }
  assert.ok(known.size > 10);
});

test("a time tells rows apart only where two of one millisecond are handled", () => {
  const timed = Object.values(topics)
    .flat()
    .flatMap(({ name, columns, key = [], indexes = {} }) => {
      const unique = Object.values(indexes).flatMap(({ on, unique: isUnique }) => (isUnique === true ? on : []));
      const keyed = Object.keys(columns).filter((column) => columns[column]?.key === true);
      return [...key, ...unique, ...keyed]
        .filter((column) => columns[column]?.kind === "time")
        .map((column) => `${name}.${column}`);
    });
  // A secret that comes in the same millisecond is stored for the next one; spans of time that don't overlap differ.
  assert.deepEqual(timed.toSorted(), ["event_secrets.created_at", "uncounted_spans.from_ms"]);
});

test("rejects rows of service clients that everyone may see", () => {
  const columns = { id: text({ key: true }), client_id: text() };
  assert.throws(() => table({ name: "notes", scope: "none", columns }), /rows with a client_id need a scope/);
  assert.equal(table({ name: "notes", scope: { client: "client_id" }, columns }).name, "notes");
});

test("rejects columns that don't exist, wherever they are named", () => {
  const columns: Record<string, ReturnType<typeof text>> = { id: text({ key: true }), owner: text() };
  const notes = { name: "notes", scope: "system", columns } as const;
  assert.throws(() => table({ ...notes, indexes: { notes_at: { on: ["id", "at"] } } }), /notes_at names at/);
  assert.throws(() => table({ ...notes, key: ["owner", "at"] }), /its key names at/);
  assert.throws(() => table({ ...notes, scope: { client: "client_id" } }), /its scope names client_id/);
  assert.throws(() => table({ ...notes, firstRow: { at: 1 } }), /its first row names at/);
});

test("rejects a unique index over a column that may be NULL", () => {
  const columns = { id: text({ key: true }), number: orNull(number()) };
  const indexes = { notes_number: { on: ["number"], unique: true } } as const;
  assert.throws(() => table({ name: "notes", scope: "system", columns, indexes }), /number may be NULL/);
});

test("rejects a seal that names no column, or outlives its row", () => {
  const columns = { id: text({ key: true }), ended_at: orNull(time()), seal: rowSeal({ ended: "ended_at" }) };
  const notes = { name: "notes", scope: "system", columns } as const;
  assert.throws(() => table(notes), /a check must destroy the seal of a row with ended_at/);
  assert.equal(table({ ...notes, checks: ["ended_at IS NULL OR seal = ''"] }).name, "notes");
  const free = { ...columns, seal: rowSeal({ free: ["seen_at"] }) };
  assert.throws(() => table({ ...notes, columns: free }), /its seal names seen_at/);
});

/** What a snapshot says, in any order and without comments: a column that a later migration adds comes last. */
function linesOf(snapshot: string): string[] {
  return snapshot
    .replaceAll(/^ *--.*$/gm, "")
    .split(/,?\n|,? (?=\w+ (?:TEXT|INTEGER|BLOB)\b)|(?=\) STRICT)/)
    .filter((line) => line.trim() !== "")
    .sort();
}

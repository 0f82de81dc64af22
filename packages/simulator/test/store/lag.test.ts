/** Reads that lag behind changes, by time or by a number of changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Library } from "./library.ts";

const namesAt = (library: Library, nowMs: number): string[] =>
  library.read(nowMs, () => library.shelves.values().map(({ name }) => name));

test("reads show the state from the given milliseconds ago; changes see the current one", () => {
  const library = new Library({ readLagMs: 1000 });
  library.change(5000, () => library.shelves.create({ name: "Poems" }));
  assert.deepEqual(namesAt(library, 5999), ["Novels"]);
  assert.deepEqual(namesAt(library, 6000), ["Novels", "Poems"]);
  assert.equal(
    library.change(5500, () => library.shelves.size),
    2,
  );
});

test("reads show the state from the given number of changes ago", () => {
  const library = new Library({ readLagChanges: 1 });
  library.change(0, () => library.shelves.create({ name: "Poems" }));
  assert.deepEqual(namesAt(library, 0), ["Novels"]);
  library.change(0, () => library.shelves.update(2, { name: "Poetry" }));
  assert.deepEqual(namesAt(library, 0), ["Novels", "Poems"]);
  library.change(
    0,
    () => "unchanged",
    () => false,
  );
  assert.deepEqual(namesAt(library, 0), ["Novels", "Poems"]);
});

test("the items below an item lag with it, and so does its version", () => {
  const library = new Library({ readLagChanges: 1 });
  const books = library.books.in(1);
  library.change(0, () => books.create({ id: "emma", title: "Emma", year: 1815 }));
  library.change(0, () => books.update("emma", { year: 1816 }));
  assert.deepEqual(
    library.read(0, () => [books.find("emma").year, books.versionOf("emma")]),
    [1815, 1],
  );
  library.change(0, () => library.shelves.delete(1));
  assert.deepEqual(
    library.read(0, () => [library.shelves.size, books.find("emma").year]),
    [1, 1816],
  );
  assert.equal(books.size, 0);
});

test("setting the lag or resetting ends the current lag", () => {
  const library = new Library({ readLagChanges: 1 });
  library.change(0, () => library.shelves.create({ name: "Poems" }));
  library.set({ readLagChanges: 2 });
  assert.deepEqual(namesAt(library, 0), ["Novels", "Poems"]);
  library.change(0, () => library.shelves.create({ name: "Plays" }));
  library.reset();
  assert.deepEqual([namesAt(library, 0), library.switches.readLagChanges], [["Novels"], 1]);
});

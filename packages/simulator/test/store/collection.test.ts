/** Collections: ids, order, versions, parents, and the state after a refused change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { counter, ordered, prefixed, uuidOf, uuids } from "../../src/index.ts";
import { Library, refusalOf } from "./library.ts";

test("creates, finds, updates, replaces and deletes, and counts the writes", () => {
  const { shelves } = new Library();
  const shelf = shelves.create({ name: "Poems" });
  assert.deepEqual([shelf, shelves.size, shelves.versionOf(shelf.id)], [{ id: 2, name: "Poems" }, 2, 1]);
  assert.deepEqual(shelves.update(2, { name: "Poetry" }), { id: 2, name: "Poetry" });
  assert.equal(shelves.put({ id: 2, name: "Plays" }), shelves.find(2));
  assert.equal(shelves.versionOf(2), 3);
  assert.deepEqual(
    [shelves.delete(2), shelves.delete(2), shelves.get(2), shelves.versionOf(2)],
    [true, false, undefined, 0],
  );
  assert.deepEqual([...shelves], [[1, { id: 1, name: "Novels" }]]);
});

test("refuses an id that is taken and one that doesn't exist", () => {
  const { shelves } = new Library();
  assert.equal(
    refusalOf(() => shelves.create({ id: 1, name: "Again" })),
    "conflict",
  );
  assert.equal(
    refusalOf(() => shelves.find(7)),
    "not_found",
  );
  assert.equal(
    refusalOf(() => shelves.update(7, { name: "None" })),
    "not_found",
  );
  assert.equal(shelves.find(1).name, "Novels");
});

test("new ids skip those that callers chose, and none is returned twice", () => {
  const { shelves } = new Library();
  shelves.create({ id: 2, name: "Chosen" });
  assert.equal(shelves.create({ name: "Next" }).id, 3);
  shelves.delete(3);
  assert.equal(shelves.newId(), 4);
  assert.equal(shelves.create({ name: "After" }).id, 5);
});

test("a reset restarts the ids, so that each process has the same", () => {
  const library = new Library();
  const first = library.books.in(1).create({ title: "Emma", year: 1815 });
  library.reset();
  assert.deepEqual(library.books.in(1).create({ title: "Emma", year: 1815 }), first);
});

test("creates ids of each kind", () => {
  const free = (): boolean => false;
  const [numbers, customers, unique] = [counter({ from: 100 }), prefixed("cus_", 4), uuids("book")];
  assert.deepEqual([numbers.next(free, ""), numbers.next(free, "")], [100, 101]);
  assert.deepEqual([customers.next(free, ""), customers.next(free, "")], ["cus_0001", "cus_0002"]);
  const one = unique.next(free, "");
  assert.match(one, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(one, uuids("page").next(free, ""));
  assert.equal(uuidOf("a name"), uuidOf("a name"));
});

test("each parent has its own items, and may have its own counter", () => {
  const { books, pages } = new Library();
  books.in(1).create({ id: "emma", title: "Emma", year: 1815 });
  assert.equal(books.in(2).get("emma"), undefined);
  pages.in(1, "emma").create({ text: "Emma Woodhouse" });
  assert.equal(pages.in(1).in("emma").create({ text: "handsome" }).number, 2);
  assert.equal(pages.in(1, "persuasion").create({ text: "Sir Walter" }).number, 1);
});

test("deleting an item deletes the items below it, and no others", () => {
  const { shelves, books, pages } = new Library();
  shelves.create({ name: "Poems" });
  for (const shelf of [1, 2]) {
    books.in(shelf).create({ id: "emma", title: "Emma", year: 1815 });
    pages.in(shelf, "emma").create({ text: "Emma Woodhouse" });
  }
  shelves.delete(1);
  assert.deepEqual([books.in(1).size, pages.in(1, "emma").size], [0, 0]);
  assert.deepEqual([books.in(2).size, pages.in(2, "emma").size], [1, 1]);
});

test("lists matching items, in order of creation or by a key", () => {
  const books = new Library().books.in(1);
  for (const [title, year] of [
    ["Emma", 1815],
    ["Ivanhoe", 1819],
    ["Persuasion", 1817],
    ["Sanditon", 1817],
  ] as const) {
    books.create({ title, year });
  }
  const titles = (options: Parameters<typeof books.list>[0]): string[] => books.list(options).map(({ title }) => title);
  assert.deepEqual(titles({}), ["Emma", "Ivanhoe", "Persuasion", "Sanditon"]);
  assert.deepEqual(titles({ descending: true }), ["Sanditon", "Persuasion", "Ivanhoe", "Emma"]);
  assert.deepEqual(titles({ by: ({ year }) => year }), ["Emma", "Persuasion", "Sanditon", "Ivanhoe"]);
  assert.deepEqual(titles({ where: ({ year }) => year === 1817, by: ({ title }) => title, descending: true }), [
    "Sanditon",
    "Persuasion",
  ]);
  assert.deepEqual(
    ordered([10, 9, 100], (number) => number),
    [9, 10, 100],
  );
});

test("a change that throws leaves every collection and its order unchanged", () => {
  const library = new Library();
  const { shelves, books } = library;
  shelves.create({ name: "Poems" });
  books.in(1).create({ id: "emma", title: "Emma", year: 1815 });
  const state = (): unknown => [[...shelves], [...books.in(1)], books.in(1).versionOf("emma"), [...books.in(2)]];
  const before = structuredClone(state());
  assert.throws(
    () =>
      library.change(0, () => {
        books.in(1).update("emma", { year: 1816 });
        books.in(2).create({ title: "Ivanhoe", year: 1819 });
        shelves.delete(1);
        shelves.put({ id: 1, name: "New" });
        shelves.update(2, { name: "Plays" });
        library.change(0, () => books.in(1).create({ title: "Sanditon", year: 1817 }));
        throw new Error("refused at the end");
      }),
    /refused at the end/,
  );
  assert.deepEqual(state(), before);
  library.change(0, () => shelves.delete(1));
  assert.deepEqual(shelves.keys(), [2]);
});

test("throws if a read changes something", () => {
  const library = new Library();
  assert.throws(() => library.read(0, () => library.shelves.create({ name: "Poems" })), /has changed the store/);
  assert.equal(library.shelves.size, 1);
});

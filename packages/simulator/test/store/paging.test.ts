/** Paging styles: their bounds, and cursors while entries are added and deleted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connection, linkHeader, pageByCursor, pageByNumber, pageByOffset } from "../../src/index.ts";
import { refusalOf } from "./library.ts";

const size = { absent: 2, max: 3 };
const letters = "abcde".split("");
const byLetter = { ...size, id: (letter: string) => letter };

const pageAt = (items: readonly string[], cursor: string | null, plain = false) =>
  pageByCursor(items, { cursor, limit: undefined }, { ...byLetter, plain });

test("pages by number, with links", () => {
  assert.deepEqual(pageByNumber(letters, { page: "2", perPage: undefined }, size), {
    items: ["c", "d"],
    page: 2,
    perPage: 2,
    lastPage: 3,
  });
  assert.deepEqual(pageByNumber(letters, { page: 9, perPage: 100 }, size).items, []);
  const linksOf = (page: number): string[] => {
    const { link = "" } = linkHeader({ page, perPage: 2, lastPage: 3 }, "http://x/list?sort=a");
    return [...link.matchAll(/page=(\d+)>; rel="(\w+)"/g)].map(([, number, rel]) => `${rel} ${number}`);
  };
  assert.deepEqual(linksOf(1), ["next 2", "last 3"]);
  assert.deepEqual(linksOf(2), ["prev 1", "next 3", "last 3", "first 1"]);
  assert.deepEqual(linksOf(3), ["prev 2", "first 1"]);
  assert.deepEqual(linksOf(9), ["prev 3", "last 3", "first 1"]);
  assert.deepEqual(linkHeader({ page: 1, perPage: 9, lastPage: 1 }, "http://x/"), {});
});

test("pages by offset", () => {
  const { items, isLast, total } = pageByOffset(letters, { offset: 3, limit: undefined }, size);
  assert.deepEqual([items, isLast, total], [["d", "e"], true, 5]);
  assert.equal(pageByOffset(letters, { offset: 2, limit: undefined }, size).isLast, false);
  assert.deepEqual(pageByOffset(letters, { offset: 50, limit: 100 }, size).items, []);
});

test("refuses or ignores a size or position that isn't a number", () => {
  const limited = (limit: string, invalid: "refused" | "ignored") => (): unknown =>
    pageByOffset(letters, { offset: "", limit }, { ...size, invalid }).limit;
  for (const limit of ["0", "-1", "1.5", "1e3", "ten", " 1"]) {
    assert.equal(refusalOf(limited(limit, "refused")), "bad_page", limit);
    assert.equal(limited(limit, "ignored")(), 2, limit);
  }
  assert.equal(
    refusalOf(() => pageByNumber(letters, { page: "0", perPage: "" }, size)),
    "bad_page",
  );
});

test("a cursor visits every entry once", () => {
  for (const plain of [false, true]) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = pageAt(letters, cursor, plain);
      seen.push(...page.items);
      assert.equal(page.hasMore, page.next !== null);
      cursor = page.next;
    } while (cursor !== null);
    assert.deepEqual(seen, letters);
  }
  assert.deepEqual(pageAt([], null), { items: [], next: null, hasMore: false });
});

test("a cursor stays right while entries are added and deleted", () => {
  const { next } = pageAt(letters, null);
  for (const [now, then] of [
    ["xabcde", "cd"],
    ["axbcde", "cd"],
    ["abxcde", "xc"],
    ["acde", "cd"],
    ["cde", "cd"],
    ["xycde", "cd"],
    ["abde", "de"],
    ["ade", "de"],
    ["ab", ""],
    ["", ""],
  ] as const) {
    assert.equal(pageAt(now.split(""), next).items.join(""), then, now);
  }
});

test("refuses a cursor that this list didn't return", () => {
  for (const cursor of [
    "z",
    "!",
    Buffer.from('["a"]').toString("base64url"),
    Buffer.from("[1,2,-1]").toString("base64url"),
  ]) {
    assert.equal(
      refusalOf(() => pageAt(letters, cursor)),
      "bad_page",
      cursor,
    );
    assert.equal(
      refusalOf(() => pageAt(letters, cursor, true)),
      "bad_page",
      cursor,
    );
  }
});

test("a connection pages forwards and backwards", () => {
  const first = connection(letters, { first: 2 }, byLetter);
  assert.deepEqual(first.nodes, ["a", "b"]);
  assert.deepEqual([first.pageInfo.hasNextPage, first.pageInfo.hasPreviousPage], [true, false]);
  const second = connection(letters, { first: 2, after: first.pageInfo.endCursor }, byLetter);
  assert.deepEqual([second.nodes, second.edges[1]?.cursor], [["c", "d"], second.pageInfo.endCursor]);
  const back = connection(letters, { last: 1, before: second.pageInfo.startCursor }, byLetter);
  assert.deepEqual([back.nodes, back.pageInfo.hasPreviousPage], [["b"], true]);
  assert.deepEqual(connection(letters, { last: 2 }, byLetter).nodes, ["d", "e"]);
  assert.deepEqual(connection("abde".split(""), { last: 1, before: second.pageInfo.startCursor }, byLetter).nodes, [
    "b",
  ]);
  assert.equal(
    refusalOf(() => connection(letters, { first: 1, last: 1 }, byLetter)),
    "bad_page",
  );
  assert.deepEqual(connection([], {}, byLetter).pageInfo, {
    hasNextPage: false,
    hasPreviousPage: false,
    startCursor: null,
    endCursor: null,
  });
});

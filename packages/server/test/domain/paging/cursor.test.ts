import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { createCursors, type ListingScope } from "../../../src/domain/paging/cursor.ts";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";

const cursors = createCursors(keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]])));
const scope: ListingScope = { listing: "tenants", clientId: "scl_a", tenantId: "", filters: [null, "active"] };
const page = {
  rows: [
    { createdAt: 5, id: "ten_b" },
    { createdAt: 3, id: "ten_a" },
  ],
  more: true,
};

function written(): string {
  const cursor = cursors.next(scope, page);
  assert.ok(cursor !== null);
  return cursor;
}

function isRefused(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    return (
      error instanceof ServiceError && error.code === "INVALID_REQUEST" && error.errors?.[0]?.pointer === "/cursor"
    );
  }
}

test("a cursor names the place after the last row", () => {
  assert.deepEqual(cursors.read(scope, written()), { createdAt: 3, id: "ten_a" });
  assert.match(written(), /^[A-Za-z0-9_-]+$/);
});

test("there is none after the last page, and none is the first page", () => {
  assert.equal(cursors.next(scope, { ...page, more: false }), null);
  assert.equal(cursors.next(scope, { rows: [], more: false }), null);
  assert.equal(cursors.read(scope, undefined), null);
});

test("a cursor of another listing, client, tenant or filter is refused", () => {
  const others: Partial<ListingScope>[] = [
    { listing: "connections" },
    { clientId: "scl_b" },
    { tenantId: "ten_x" },
    { filters: [null, null] },
    { filters: ["active", null] },
    { filters: [] },
  ];
  for (const other of others) assert.ok(isRefused(() => cursors.read({ ...scope, ...other }, written())));
});

test("a cursor altered in any character is refused", () => {
  const cursor = written();
  for (let index = 0; index < cursor.length; index += 1) {
    const other = cursor[index] === "A" ? "B" : "A";
    const altered = cursor.slice(0, index) + other + cursor.slice(index + 1);
    assert.ok(
      isRefused(() => cursors.read(scope, altered)),
      String(index),
    );
  }
});

test("what is no cursor is refused", () => {
  const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const texts = [
    "",
    "x",
    "null",
    `${written()}=`,
    `${written()} `,
    `${written()}AA`,
    json(null),
    json([1, 2, 3]),
    json(["a"]),
  ];
  for (const text of [...texts, json([3, "ten_a", "1.x"]), "A".repeat(2000), "\u0000"]) {
    assert.ok(
      isRefused(() => cursors.read(scope, text)),
      text,
    );
  }
});

test("a cursor of another deployment is refused", () => {
  const other = createCursors(keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]])));
  assert.ok(isRefused(() => other.read(scope, written())));
});

test("the last of many rows is the place, and a page without rows has none", () => {
  const rows = [9, 7, 5].map((createdAt) => ({ createdAt, id: `ten_${createdAt}` }));
  const cursor = cursors.next(scope, { rows, more: true });
  assert.deepEqual(cursors.read(scope, cursor ?? ""), { createdAt: 5, id: "ten_5" });
  assert.equal(cursors.next(scope, { rows: [], more: true }), null);
});

/** Takes whatever has the form of a cursor: what is refused here is refused for its form. */
const credulous = createCursors({ hash: () => "1.x", verify: () => true });
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a cursor is a number and two texts, whatever its hash says", () => {
  assert.deepEqual(credulous.read(scope, encoded([5, "ten_a", "1.x"])), { createdAt: 5, id: "ten_a" });
  const others = [
    ["5", "ten_a", "1.x"],
    [5, 6, "1.x"],
    [5, "ten_a", 7],
    [5, "ten_a"],
    [5, "ten_a", "1.x", 1],
    { 0: 5, 1: "ten_a", 2: "1.x", length: 3 },
    "abc",
    7,
  ];
  for (const other of others)
    assert.ok(
      isRefused(() => credulous.read(scope, encoded(other))),
      JSON.stringify(other),
    );
});

test("a cursor has 1024 characters at most", () => {
  const longest = encoded([5, "t".repeat(758), "h"]);
  assert.equal(longest.length, 1024);
  assert.deepEqual(credulous.read(scope, longest), { createdAt: 5, id: "t".repeat(758) });
  assert.ok(isRefused(() => credulous.read(scope, encoded([5, "t".repeat(759), "h"]))));
});

test("a refusal says what to do", () => {
  assert.throws(
    () => cursors.read(scope, "x"),
    (error) => {
      assert.ok(error instanceof ServiceError);
      assert.match(error.message, /List from the beginning/);
      const message = "Must be `next_cursor` of this listing.";
      assert.deepEqual(error.errors, [{ pointer: "/cursor", keyword: "cursor", message }]);
      return true;
    },
  );
});

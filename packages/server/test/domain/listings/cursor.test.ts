import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { createCursors, type ListingScope } from "../../../src/domain/listings/page.ts";
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

function issueCursor(): string {
  const cursor = cursors.next(scope, page);
  assert.ok(cursor !== null);
  return cursor;
}

function isRejected(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    return (
      error instanceof ServiceError && error.code === "INVALID_REQUEST" && error.errors?.[0]?.pointer === "/cursor"
    );
  }
}

test("a cursor names the position after the last row", () => {
  assert.deepEqual(cursors.read(scope, issueCursor()), { createdAt: 3, id: "ten_a" });
  assert.match(issueCursor(), /^[A-Za-z0-9_-]+$/);
});

test("returns no cursor after the last page, and the first page for no cursor", () => {
  assert.equal(cursors.next(scope, { ...page, more: false }), null);
  assert.equal(cursors.next(scope, { rows: [], more: false }), null);
  assert.equal(cursors.read(scope, undefined), null);
});

test("rejects a cursor from another listing, client, tenant or filter", () => {
  const others: Partial<ListingScope>[] = [
    { listing: "connections" },
    { clientId: "scl_b" },
    { tenantId: "ten_x" },
    { filters: [null, null] },
    { filters: ["active", null] },
    { filters: [] },
  ];
  for (const other of others) assert.ok(isRejected(() => cursors.read({ ...scope, ...other }, issueCursor())));
});

test("rejects a cursor with any character altered", () => {
  const cursor = issueCursor();
  for (let index = 0; index < cursor.length; index += 1) {
    const other = cursor[index] === "A" ? "B" : "A";
    const altered = cursor.slice(0, index) + other + cursor.slice(index + 1);
    assert.ok(
      isRejected(() => cursors.read(scope, altered)),
      String(index),
    );
  }
});

test("rejects a malformed cursor", () => {
  const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const texts = [
    "",
    "x",
    "null",
    `${issueCursor()}=`,
    `${issueCursor()} `,
    `${issueCursor()}AA`,
    json(null),
    json([1, 2, 3]),
    json(["a"]),
  ];
  for (const text of [...texts, json([3, "ten_a", "1.x"]), "A".repeat(2000), "\u0000"]) {
    assert.ok(
      isRejected(() => cursors.read(scope, text)),
      text,
    );
  }
});

test("rejects a cursor from another deployment", () => {
  const other = createCursors(keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]])));
  assert.ok(isRejected(() => other.read(scope, issueCursor())));
});

test("names the last of many rows, and nothing on a page without rows", () => {
  const rows = [9, 7, 5].map((createdAt) => ({ createdAt, id: `ten_${createdAt}` }));
  const cursor = cursors.next(scope, { rows, more: true });
  assert.deepEqual(cursors.read(scope, cursor ?? ""), { createdAt: 5, id: "ten_5" });
  assert.equal(cursors.next(scope, { rows: [], more: true }), null);
});

/** Accepts every hash, so that a cursor is rejected only for its form. */
const trusting = createCursors({ hash: () => "1.x", verify: () => true });
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

test("accepts only a number and two texts, even if the hash verifies", () => {
  assert.deepEqual(trusting.read(scope, encode([5, "ten_a", "1.x"])), { createdAt: 5, id: "ten_a" });
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
      isRejected(() => trusting.read(scope, encode(other))),
      JSON.stringify(other),
    );
});

test("rejects a cursor of more than 1024 characters", () => {
  const longest = encode([5, "t".repeat(758), "h"]);
  assert.equal(longest.length, 1024);
  assert.deepEqual(trusting.read(scope, longest), { createdAt: 5, id: "t".repeat(758) });
  assert.ok(isRejected(() => trusting.read(scope, encode([5, "t".repeat(759), "h"]))));
});

test("the error says what to do", () => {
  assert.throws(
    () => cursors.read(scope, "x"),
    (error) => {
      assert.ok(error instanceof ServiceError);
      assert.match(error.message, /List from the beginning/);
      const message = "Must be `nextCursor` of this listing.";
      assert.deepEqual(error.errors, [{ pointer: "/cursor", keyword: "cursor", message }]);
      return true;
    },
  );
});

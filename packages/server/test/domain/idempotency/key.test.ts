/** The Idempotency-Key header and the canonical request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { canonicalRequest, readIdempotencyKey } from "../../../src/domain/idempotency/key.ts";

const invalid = (error: unknown): boolean => error instanceof ServiceError && error.code === "IDEMPOTENCY_KEY_INVALID";

test("reads a bare and a quoted key as the same key", () => {
  assert.equal(readIdempotencyKey([]), null);
  assert.equal(readIdempotencyKey(["order-42"]), "order-42");
  assert.equal(readIdempotencyKey(['"order-42"']), "order-42");
  assert.equal(readIdempotencyKey(['"a\\"b\\\\c"']), 'a"b\\c');
  assert.equal(readIdempotencyKey(["x".repeat(255)]), "x".repeat(255));
});

test("rejects a malformed key and a key that is sent twice", () => {
  for (const value of ["", " ", "a b", "ä", "a\tb", "x".repeat(256), '""', '"a"b"', '"a\\"', "a\u0000", '"open', '"']) {
    assert.throws(() => readIdempotencyKey([value]), invalid, JSON.stringify(value));
  }
  assert.throws(() => readIdempotencyKey(["a", "a"]), invalid);
});

test("ignores the order of fields, and nothing else", () => {
  const request = { method: "POST", path: "/v1/a", body: { b: 1, a: { d: [1, 2], c: "x" } } };
  const reordered = { method: "POST", path: "/v1/a", body: { a: { c: "x", d: [1, 2] }, b: 1 } };
  assert.equal(canonicalRequest(request), canonicalRequest(reordered));
  const others = [
    { ...request, method: "PUT" },
    { ...request, path: "/v1/b" },
    { ...request, body: { ...request.body, b: 2 } },
    { ...request, body: { ...request.body, a: { d: [2, 1], c: "x" } } },
  ];
  for (const other of others) assert.notEqual(canonicalRequest(request), canonicalRequest(other));
});

test("joins method, path, and the body in its RFC 8785 form, which is empty without a body", () => {
  const body = { b: [1, "é"], a: null };
  assert.equal(canonicalRequest({ method: "POST", path: "/v1/a", body }), 'POST\n/v1/a\n{"a":null,"b":[1,"é"]}');
  assert.equal(canonicalRequest({ method: "POST", path: "/v1/a", body: undefined }), "POST\n/v1/a\n");
});

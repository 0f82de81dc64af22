/** The Idempotency-Key header and the canonical request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { canonicalRequest, readIdempotencyKey } from "../../src/idempotency/key.ts";

const invalid = (error: unknown): boolean => error instanceof ServiceError && error.code === "IDEMPOTENCY_KEY_INVALID";

test("a key is taken bare and quoted, and both are the same key", () => {
  assert.equal(readIdempotencyKey([]), null);
  assert.equal(readIdempotencyKey(["order-42"]), "order-42");
  assert.equal(readIdempotencyKey(['"order-42"']), "order-42");
  assert.equal(readIdempotencyKey(['"a\\"b\\\\c"']), 'a"b\\c');
  assert.equal(readIdempotencyKey(["x".repeat(255)]), "x".repeat(255));
});

test("a malformed key, and a key sent twice, are refused", () => {
  for (const value of ["", " ", "a b", "ä", "a\tb", "x".repeat(256), '""', '"a"b"', '"a\\"', "a\u0000", '"open', '"']) {
    assert.throws(() => readIdempotencyKey([value]), invalid, JSON.stringify(value));
  }
  assert.throws(() => readIdempotencyKey(["a", "a"]), invalid);
});

test("the canonical request does not depend on the order of fields, and depends on everything else", () => {
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

test("the canonical request is method, path and the RFC 8785 form of the body, and without a body nothing", () => {
  const body = { b: [1, "é"], a: null };
  assert.equal(canonicalRequest({ method: "POST", path: "/v1/a", body }), 'POST\n/v1/a\n{"a":null,"b":[1,"é"]}');
  assert.equal(canonicalRequest({ method: "POST", path: "/v1/a", body: undefined }), "POST\n/v1/a\n");
});

/** The cache of catalog documents, which is bounded in bytes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPolicyDocuments } from "../../../src/domain/catalog/present.ts";

function cache(bytesMax: number) {
  const documents = createPolicyDocuments((text) => String(text.length), bytesMax);
  const made: string[] = [];
  const get = (policy: string, name: string, chars = 100) =>
    documents.get([policy], name, () => {
      made.push(`${policy} ${name}`);
      return "x".repeat(chars);
    });
  return { get, made };
}

test("makes a document once for a policy and a name", () => {
  const { get, made } = cache(10_000);
  assert.equal(get("a/*", "one"), get("a/*", "one"));
  get("a/*", "two");
  get("b/*", "one");
  assert.deepEqual(made, ["a/* one", "a/* two", "b/* one"]);
});

test("drops what wasn't used for longest when the bytes are used up, whatever the number of policies", () => {
  // Each takes a little more than 200 bytes.
  const { get, made } = cache(1000);
  for (const name of ["1", "2", "3"]) get("a/*", name);
  get("a/*", "1");
  for (const name of ["4", "5"]) get("a/*", name);
  made.length = 0;
  get("a/*", "1");
  get("a/*", "2");
  assert.deepEqual(made, ["a/* 2"]);
});

test("keeps nothing that is larger than the bound, and makes nothing that fails", () => {
  const { get, made } = cache(1000);
  assert.equal(get("a/*", "large", 5000).json.length, 5002);
  get("a/*", "large", 5000);
  assert.equal(made.length, 2);
  const documents = createPolicyDocuments(String, 1000);
  const fail = () => documents.get(["a/*"], "one", () => assert.fail("not found"));
  assert.throws(fail, /not found/);
  assert.equal(documents.get(["a/*"], "one", () => 1).json, "1");
});

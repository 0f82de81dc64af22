/** Submissions with exactly one of several credentials. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { refusedWays } from "../src/index.ts";

const ways = [["id", "secret"], ["token"]];

test("accepts exactly one credential, with all of its fields", () => {
  for (const submitted of [{ id: 1, secret: "" }, { token: "t" }, { origin: "prod", token: "t", id: undefined }]) {
    assert.equal(refusedWays(ways, submitted), null);
  }
});

test("rejects none, part of one, and two, without quoting them", () => {
  for (const [submitted, why] of [
    [{}, /credential is missing/],
    [null, /credential is missing/],
    [{ origin: "prod" }, /credential is missing/],
    [{ id: "x-1" }, /secret is missing: id and secret belong together/],
    [{ secret: "x-1" }, /id is missing: id and secret belong together/],
    [{ id: "x-1", token: "x-1" }, /two credentials/],
    [{ id: "x-1", secret: "x-1", token: "x-1" }, /two credentials/],
  ] as const) {
    const refused = refusedWays(ways, submitted) ?? "";
    assert.match(refused, why);
    assert.ok(!refused.includes("x-1"));
  }
});

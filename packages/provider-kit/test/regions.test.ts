/** Regions: the manifest fixes every origin, and a connection's region selects among them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inRegion, originsOf } from "../src/index.ts";

const places = {
  origin: "https://api.{region}.example.com",
  origins: { files: "https://files.{region}.example.com" },
  regions: ["eu", "us"],
};
const request = { method: "GET", path: ["a"] } as const;

test("each region has each origin", () => {
  assert.deepEqual(originsOf(places), {
    origin: "https://api.eu.example.com",
    origins: {
      eu: "https://api.eu.example.com",
      "eu/files": "https://files.eu.example.com",
      us: "https://api.us.example.com",
      "us/files": "https://files.us.example.com",
    },
  });
  const plain = { origin: "https://api.example.com" };
  assert.deepEqual(originsOf(plain), { ...plain, origins: {} });
});

test("a request goes to the connection's region, and is rejected without one", () => {
  assert.deepEqual(inRegion(places, { region: "us" }, request), { ...request, origin: "us" });
  assert.deepEqual(inRegion(places, { region: "eu" }, { ...request, origin: "files" }), {
    ...request,
    origin: "eu/files",
  });
  for (const facts of [{}, { region: "ap" }, { region: "eu/files" }, { region: "" }]) {
    assert.throws(() => inRegion(places, facts, request), RangeError);
  }
  assert.equal(inRegion({}, { region: "us" }, request), request);
});

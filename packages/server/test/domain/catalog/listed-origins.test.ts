/** The operator's list of origins: who can choose one, and when a connection may still use its own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { createListedOrigins, nameOfListed, toListedText } from "../../../src/domain/catalog/listed-origins.ts";

const hosted = { slug: "safe", isSelfHosted: true } as const;
const fixed = { slug: "acme" };
const prod = { name: "prod", address: "https://safe.internal:8200" };
const origins = createListedOrigins(new Map([["safe", [prod, { name: "staging", address: "https://safe.staging" }]]]));

test("offers only the names, and keeps the chosen one with its address", () => {
  assert.deepEqual(origins.namesOf(hosted), ["prod", "staging"]);
  const kept = origins.choose(hosted, { origin: "prod", access_token: "x" });
  assert.equal(kept, "prod https://safe.internal:8200");
  assert.equal(nameOfListed(kept), "prod");
  assert.ok(origins.isListed(hosted, kept));
});

test("refuses a name that isn't listed, and any address", () => {
  for (const origin of [
    "other",
    "",
    "https://evil.example",
    prod.address,
    toListedText(prod),
    undefined,
    7,
    "toString",
  ]) {
    assert.throws(
      () => origins.choose(hosted, { origin }),
      (error: unknown) =>
        error instanceof ServiceError &&
        error.code === "CREDENTIAL_INVALID" &&
        /prod, staging/.test(error.errors?.[0]?.message ?? "") &&
        !JSON.stringify(error.errors).includes("https:"),
    );
  }
  assert.throws(() => origins.choose(hosted, null), ServiceError);
});

test("lists a connection's origin only under the same name with the same address", () => {
  for (const kept of ["", "prod", "prod https://safe.staging", "other https://safe.internal:8200", "prod  x"]) {
    assert.equal(origins.isListed(hosted, kept), false, kept);
  }
  assert.equal(createListedOrigins(new Map()).isListed(hosted, toListedText(prod)), false);
});

test("a provider whose origin is fixed has none", () => {
  assert.deepEqual(origins.namesOf(fixed), []);
  assert.equal(origins.choose(fixed, { origin: "prod" }), "");
  assert.ok(origins.isListed(fixed, ""));
  assert.equal(origins.isListed(fixed, toListedText(prod)), false);
  assert.equal(nameOfListed(""), null);
});

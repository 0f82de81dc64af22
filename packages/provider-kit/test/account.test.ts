/** The expiry of a credential, from its provider or from the credential itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialExpiryMs, jwtClaims, jwtExpiry, ProviderFailure } from "../src/index.ts";

const account = { slug: "a", name: "A" };

test("reads an expiry in RFC 3339, with any fraction and offset", () => {
  const endMs = Date.UTC(2027, 0, 31, 12, 0, 0);
  assert.equal(credentialExpiryMs({ ...account, credentialExpiresAt: "2027-01-31T12:00:00Z" }), endMs);
  assert.equal(credentialExpiryMs({ ...account, credentialExpiresAt: "2027-01-31T14:00:00.000+02:00" }), endMs);
  const inGo = "2027-01-31T08:00:00.940238499-04:00";
  assert.equal(credentialExpiryMs({ ...account, credentialExpiresAt: inGo }), endMs + 940);
});

test("returns no expiry if the provider doesn't say", () => {
  assert.equal(credentialExpiryMs(account), null);
  assert.equal(credentialExpiryMs({ ...account, credentialExpiresAt: null }), null);
});

test("an expiry that isn't in RFC 3339 is a fault of the provider", () => {
  for (const credentialExpiresAt of [
    "",
    "never",
    "2027-01-31",
    "2027-01-31T12:00:00",
    "2027-13-31T12:00:00Z",
    "+010000-01-01T00:00:00Z",
    "Sun, 31 Jan 2027 12:00:00 GMT",
  ]) {
    const isFault = (error: unknown) => error instanceof ProviderFailure && error.refusal.code === "PROVIDER_ERROR";
    assert.throws(() => credentialExpiryMs({ ...account, credentialExpiresAt }), isFault, credentialExpiresAt);
  }
});

const tokenOf = (payload: string): string => `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(payload).toString("base64url")}.c2ln`;

test("reads the claims and the expiry of a JSON Web Token", () => {
  const token = tokenOf(JSON.stringify({ sub: "harbor", exp: 1_801_396_800.5 }));
  assert.deepEqual(jwtClaims(token), { sub: "harbor", exp: 1_801_396_800.5 });
  assert.equal(jwtExpiry(token), "2027-01-31T12:00:00.500Z");
  assert.equal(jwtExpiry(tokenOf(`{"exp":253402300799}`)), "9999-12-31T23:59:59.000Z");
});

test("a token without a usable `exp` has no expiry, and text that isn't a token has no claims", () => {
  for (const payload of [`{}`, `{"exp":"1801396800"}`, `{"exp":-1}`, `{"exp":253402300800}`, `{"exp":null}`]) {
    assert.equal(jwtExpiry(tokenOf(payload)), null, payload);
  }
  for (const text of ["", "a.b", tokenOf("[]"), tokenOf("null"), tokenOf("not JSON")]) {
    assert.deepEqual(jwtClaims(text), {}, text);
    assert.equal(jwtExpiry(text), null, text);
  }
});

/** Tokens that were issued for somebody else aren't sent to a server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isTokenFor } from "../src/audience.ts";

const jwt = (claims: object): string =>
  [{ alg: "RS256" }, claims, "signature"]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");

for (const [name, token, isFor] of [
  ["of its own address", jwt({ aud: "https://mcp.example.com/mcp" }), true],
  ["of its origin, among others", jwt({ aud: ["https://login.example/userinfo", "https://mcp.example.com/"] }), true],
  ["of another service", jwt({ aud: "https://api.honest.example" }), false],
  ["of several other services", jwt({ aud: ["https://api.honest.example", "account"] }), false],
  ["of a name that begins like it", jwt({ aud: "https://mcp.example.com.thief.example/mcp" }), false],
  ["of a name that is no address", jwt({ aud: "account" }), true],
  ["that names none", jwt({ sub: "ada" }), true],
  ["that isn't a JWT", "opaque.token", true],
  ["that only looks like one", "a.b.c", true],
] as const) {
  test(`a token ${name} is ${isFor ? "sent" : "refused"}`, () => {
    assert.equal(isTokenFor("https://mcp.example.com/mcp", token), isFor);
  });
}

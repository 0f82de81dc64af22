/** Tokens, and the ways in which requests carry them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenIn, Tokens } from "../../src/index.ts";

const made = () => {
  const tokens = new Tokens();
  const add = (value: string, expiresAtMs: number | null = null) =>
    tokens.add({ value, name: `the ${value}`, scopes: [], expiresAtMs });
  return { tokens, add };
};

test("accepts a token until it expires or is revoked, by value or name", () => {
  const { tokens, add } = made();
  add("one");
  add("brief", 1000);
  assert.deepEqual([tokens.find("brief", 999)?.value, tokens.find("brief", 1000)], ["brief", undefined]);
  assert.deepEqual([tokens.find("two", 0), tokens.find(undefined, 0)], [undefined, undefined]);
  assert.deepEqual([tokens.revoke("the one"), tokens.revoke("two")], [true, false]);
  assert.equal(tokens.find("one", 0), undefined);
  assert.equal(tokens.known("the one")?.value, "one");
  assert.deepEqual(
    tokens.live(0).map(({ value }) => value),
    ["brief"],
  );
});

test("a rotating refresh token works once and invalidates its access token; one that stays valid doesn't", () => {
  const { tokens, add } = made();
  for (const rotates of [true, false]) {
    const access = add(`access ${rotates}`);
    tokens.addRefresh(`refresh ${rotates}`, access, 1000);
    const use = (nowMs = 0) => tokens.useRefresh(`refresh ${rotates}`, nowMs, { rotates });
    assert.equal(use(1000), undefined);
    assert.equal(use(), access);
    assert.equal(access.revoked, rotates);
    assert.equal(use(), rotates ? undefined : access);
  }
  assert.equal(tokens.useRefresh("unknown", 0), undefined);
});

test("another app's refresh token isn't used up", () => {
  const { tokens, add } = made();
  const access = add("one");
  tokens.addRefresh("refresh", access);
  assert.equal(tokens.useRefresh("refresh", 0, { fits: () => false }), undefined);
  assert.equal(tokens.refreshable("refresh", 0), access);
  tokens.end("refresh");
  assert.deepEqual([tokens.refreshable("refresh", 0), access.revoked], [undefined, true]);
});

test("revokes all matching tokens, with their refresh tokens", () => {
  const { tokens, add } = made();
  const [one, two] = [add("one"), add("two")];
  tokens.addRefresh("first", one);
  tokens.addRefresh("second", two);
  tokens.revokeAll(({ value }) => value === "one");
  assert.deepEqual([one.revoked, two.revoked], [true, false]);
  assert.deepEqual([tokens.refreshable("first", 0), tokens.refreshable("second", 0)], [undefined, two]);
  tokens.clear();
  assert.deepEqual([tokens.all(), tokens.refreshable("second", 0)], [[], undefined]);
});

test("reads a token in each form, and in no other", () => {
  const basic = `Basic ${Buffer.from("key:x").toString("base64")}`;
  for (const [authorization, form, wanted] of [
    ["Bearer key", "bearer", "key"],
    ["bearer  key", "bearer", "key"],
    ["Bearer ", "bearer", undefined],
    ["key", "bearer", undefined],
    ["key", "bare", "key"],
    ["Bearer key", "bare", undefined],
    [basic, "basic-user", "key"],
    ["token key", { scheme: "token" }, "key"],
    ["Bearer key", { header: "x-key" }, "other"],
  ] as const) {
    assert.equal(tokenIn({ authorization, "x-key": "other" }, [form]), wanted, authorization);
  }
  assert.equal(tokenIn({}, ["bearer", "bare", "basic-user"]), undefined);
  assert.equal(tokenIn({ authorization: basic }, ["bearer", "basic-user"]), "key");
});

/** Rate limits and conditional requests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { etagOf, isFresh, limitHeaders, mayChange, RateLimits, secondsUntil } from "../../src/index.ts";

const minute = 60_000;
const limitsOf = (window: "aligned" | "first" | "sliding") =>
  new RateLimits({ calls: { limit: (max: number) => max, windowMs: () => minute, window } });

test("each kind of window ends by its own rule", () => {
  const startMs = 10 * minute + 15_500;
  for (const [window, resetAtMs] of [
    ["aligned", 11 * minute],
    ["first", startMs + minute + 500],
    ["sliding", startMs + minute],
  ] as const) {
    const limits = limitsOf(window);
    const take = (nowMs: number): boolean => limits.take("ada", "calls", nowMs, 2);
    assert.deepEqual([take(startMs), take(startMs + 1), take(startMs + 2)], [true, true, false], window);
    assert.deepEqual(limits.window("ada", "calls", startMs + 2, 2), { limit: 2, used: 2, resetAtMs }, window);
    assert.deepEqual([take(resetAtMs - 1), take(resetAtMs)], [false, true], window);
  }
});

test("a sliding window frees one request at a time", () => {
  const limits = limitsOf("sliding");
  const take = (nowMs: number): boolean => limits.take("ada", "calls", nowMs, 2);
  assert.deepEqual([take(0), take(30_000), take(59_999), take(60_000), take(60_001)], [true, true, false, true, false]);
});

test("callers and limits are independent, and a limit may depend on the caller", () => {
  const limits = new RateLimits<"reads" | "writes">({
    reads: { limit: (_settings, caller) => (caller === "ada" ? 1 : 0), windowMs: () => minute },
    writes: { limit: () => 2, windowMs: () => minute },
  });
  assert.equal(limits.take("ada", "reads", 0, undefined), true);
  assert.equal(limits.take("ada", "reads", 0, undefined), false);
  assert.equal(limits.take("grace", "reads", 0, undefined), false);
  limits.exhaust("ada", "writes", 0, undefined);
  assert.equal(limits.window("ada", "writes", 0, undefined).used, 2);
  assert.equal(limits.take("grace", "writes", 0, undefined), true);
});

test("a secondary limit lasts until its time, and clear removes all limits", () => {
  const limits = limitsOf("first");
  limits.block("ada", 5000);
  assert.deepEqual([limits.isBlocked("ada", 4999), limits.isBlocked("ada", 5000)], [true, false]);
  assert.equal(limits.isBlocked("grace", 0), false);
  limits.exhaust("ada", "calls", 0, 1);
  limits.clear();
  assert.equal(limits.isBlocked("ada", 0), false);
  assert.equal(limits.take("ada", "calls", 0, 1), true);
});

test("writes the headers in each form", () => {
  const window = { limit: 5, used: 7, resetAtMs: 61_000 };
  assert.deepEqual(limitHeaders(window, 1000), {
    "x-ratelimit-limit": "5",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": "61",
  });
  assert.equal(limitHeaders(window, 1000, { reset: "unix-ms" })["x-ratelimit-reset"], "61000");
  assert.equal(limitHeaders(window, 1001, { prefix: "ratelimit-", reset: "seconds" })["ratelimit-reset"], "60");
  assert.deepEqual([secondsUntil(1000, 1000), secondsUntil(2001, 1000)], [1, 2]);
});

test("entity tags decide what the caller has, and what it may change", () => {
  const [weak, strong] = [etagOf("one"), etagOf("one", { weak: false })];
  assert.equal(weak, `W/${strong}`);
  assert.notEqual(weak, etagOf("two"));
  assert.equal(isFresh({ "if-none-match": `"other", ${strong}` }, weak), true);
  assert.equal(isFresh({ "if-none-match": '"other"' }, weak), false);
  assert.equal(isFresh({ "if-none-match": "*" }, weak), true);
  assert.equal(isFresh({}, weak, 0), false);
  assert.deepEqual([mayChange({}, weak), mayChange({ "if-match": weak }, weak)], [true, true]);
  assert.deepEqual([mayChange({ "if-match": "*" }, weak), mayChange({ "if-match": '"other"' }, weak)], [true, false]);
});

test("if-modified-since counts whole seconds, and only without if-none-match", () => {
  const at = Date.UTC(2026, 0, 1, 0, 0, 10);
  const since = { "if-modified-since": new Date(at).toUTCString() };
  assert.equal(isFresh(since, "tag", at + 999), true);
  assert.equal(isFresh(since, "tag", at + 1000), false);
  assert.equal(isFresh({ ...since, "if-none-match": '"other"' }, "tag", at), false);
  assert.equal(isFresh({ "if-modified-since": "never" }, "tag", at), false);
});

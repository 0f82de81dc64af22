import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "../src/judge.ts";
import { buildReturnUrl } from "../src/return-url.ts";

const field = {
  pattern: "^k\\.(?:a|b)\\.[\\x21-\\x7e]{4,20}$",
  hints: [
    { prefix: "k.a.", accepted: true, message: "An A key." },
    { prefix: "k.ax.", accepted: false, message: "An AX key." },
    { prefix: "p.", accepted: false, message: "A P key." },
  ],
};

test("classifies a value by what it can still become", () => {
  assert.deepEqual(judge("", field), { kind: "empty" });
  for (const value of ["k", "k.", "k.a", "k.a.", "k.a.123"]) {
    assert.deepEqual(judge(value, field), { kind: "unfinished" }, value);
  }
  assert.deepEqual(judge("k.a.1234", field), { kind: "fits", message: "An A key.", isLimited: false });
  assert.deepEqual(judge("k.b.1234", field), { kind: "fits", message: null, isLimited: false });
  assert.deepEqual(judge("p.1", field), { kind: "refused", message: "A P key." });
  assert.deepEqual(judge("k.ax.1234", field), { kind: "refused", message: "An AX key." });
  assert.deepEqual(judge("x", field), { kind: "unlike" });
  for (const value of [" k.a.1234", "k.a.1234\n", "k.a.12\t34", "k.a.12\u00a034"]) {
    assert.deepEqual(judge(value, field), { kind: "spaces" }, JSON.stringify(value));
  }
});

test("calls a value incomplete if only refused kinds have known prefixes", () => {
  const hints = [{ prefix: "p.", accepted: false, message: "A P key." }];
  assert.deepEqual(judge("9f3a", { pattern: "^[0-9a-f]{8}$", hints }), { kind: "unfinished" });
  assert.deepEqual(judge("p.1", { pattern: "^[0-9a-f]{8}$", hints }), { kind: "refused", message: "A P key." });
});

test("accepts white space in a value whose pattern allows it", () => {
  const document = { pattern: "^\\{[\\s\\S]*\\}$", hints: [] };
  assert.equal(judge('{ "a": 1 }', document).kind, "fits");
  assert.equal(judge('{ "a": 1', document).kind, "spaces");
});

test("accepts a kind that can't do everything requested, and marks it as limited", () => {
  const hints = [{ prefix: "k.a.", accepted: true, limited: true, message: "An A key cannot list." }];
  const judged = judge("k.a.1234", { ...field, hints });
  assert.deepEqual(judged, { kind: "fits", message: "An A key cannot list.", isLimited: true });
});

test("uses only the pattern if there are no hints, and rejects no value before it is complete", () => {
  assert.deepEqual(judge("zzz", { ...field, hints: [] }), { kind: "unfinished" });
});

test("keeps the query of the return URL and adds svc's parameters", () => {
  const ending = { status: "completed" } as const;
  assert.equal(
    buildReturnUrl("https://a.example/b", "cs_1", ending),
    "https://a.example/b?connect_session_id=cs_1&status=completed",
  );
  assert.equal(
    buildReturnUrl("https://a.example/b?x=%20y+z", "cs_1", {
      status: "awaiting_confirmation",
      completionCode: "cc_1.a/b",
    }),
    "https://a.example/b?x=%20y+z&connect_session_id=cs_1&status=awaiting_confirmation&completion_code=cc_1.a%2Fb",
  );
});

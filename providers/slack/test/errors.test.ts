/**
 * Every error that Slack documents for a method that svc uses is either a refusal, or has a reason why it can't be one.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { commonErrors, methodErrors } from "../src/documented-errors.ts";
import { judge, mayHaveTakenEffect } from "../src/errors.ts";
import { openSimulated } from "./simulated.ts";

const verdictOf = (error: string) => judge({ status: 200, body: { ok: false, error }, requestId: null, headers: {} });

test("no documented refusal leaves a change's outcome unknown, or is a fault of a read", () => {
  const documented = new Set([...commonErrors, ...Object.values(methodErrors).flat()]);
  assert.ok(documented.size > 140);
  const unknown = [...documented].filter((word) => verdictOf(word).verdict === "unknown");
  assert.deepEqual(unknown.sort(), Object.keys(mayHaveTakenEffect).sort());
});

test("a reaction that is already there is a success, because that is what was asked for", async (t) => {
  const world = await openSimulated();
  t.after(() => world.close());
  const input = { channel: "C0GENERAL", ts: "1773136800.000200", name: "thumbsup" };
  assert.deepEqual(await world.run("reactions.add", input), { kind: "output", output: { added: true } });
  assert.deepEqual(await world.run("reactions.add", input), { kind: "output", output: { added: false } });
});

test("a temporary refusal can be repeated with the same key, and a lasting one can't", () => {
  const codeOf = (word: string) => {
    const verdict = verdictOf(word);
    return verdict.verdict === "refused" ? verdict.refusal.code : verdict.verdict;
  };
  for (const word of [
    "ratelimited",
    "rate_limited",
    "message_limit_exceeded",
    "team_added_to_org",
    "org_login_required",
  ]) {
    assert.equal(codeOf(word), "PROVIDER_RATE_LIMITED", word);
  }
  for (const [word, code] of [
    ["messages_tab_disabled", "PROVIDER_REJECTED"],
    ["restricted_action_read_only_channel", "PROVIDER_FORBIDDEN"],
    ["user_not_visible", "RESOURCE_NOT_FOUND"],
    ["accesslimited", "PROVIDER_FORBIDDEN"],
  ]) {
    assert.equal(codeOf(word ?? ""), code, word);
  }
});

test("a change that Slack refuses for a documented reason failed, and left nothing", async (t) => {
  for (const failsWith of ["messages_tab_disabled", "rate_limited", "restricted_action_thread_only_channel"]) {
    const world = await openSimulated({}, { failsWith });
    t.after(() => world.close());
    const end = await world.run("messages.post", { channel: "C0GENERAL", text: "Hello" });
    assert.equal(end.kind, "failed", failsWith);
  }
});

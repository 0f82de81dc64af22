/** Slack's peculiarities. For example, the body of each response says whether the method succeeded. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { tokens, type Switches } from "../simulator/index.ts";
import { oauth } from "../src/auth.ts";
import { judge } from "../src/errors.ts";
import { openSimulated } from "./simulated.ts";

const channel = "C0GENERAL";
const hello = { channel, text: "Hello" };

async function open(t: TestContext, switches: Partial<Switches> = {}, token?: string) {
  const world = await openSimulated(token === undefined ? {} : { token }, switches);
  t.after(() => world.close());
  const codeOf = async (id: string, input: unknown): Promise<string> => {
    const end = await world.run(id, input);
    return end.kind === "failed" ? end.refusal.code : end.kind;
  };
  const messages = () => world.simulator.world.messages.in(channel).values();
  return { ...world, codeOf, messages };
}

test("maps ok: false with status 200 to error codes", async (t) => {
  const { codeOf, simulator } = await open(t);
  assert.equal(await codeOf("messages.post", { ...hello, channel: "C0OTHER" }), "PROVIDER_FORBIDDEN");
  assert.equal(await codeOf("messages.post", { ...hello, channel: "C0NONE" }), "RESOURCE_NOT_FOUND");
  assert.equal(await codeOf("messages.post", { ...hello, channel: "C0ATTIC" }), "PROVIDER_REJECTED");
  assert.equal(await codeOf("channels.create", { name: "general" }), "PROVIDER_REJECTED");
  assert.equal(await codeOf("users.findByEmail", { email: "nobody@example.com" }), "RESOURCE_NOT_FOUND");
  assert.equal(await codeOf("threads.get", { channel, threadTs: "1700000000.000000" }), "RESOURCE_NOT_FOUND");
  assert.deepEqual(simulator.ledger.effects, []);
  const narrow = await open(t, {}, tokens.readOnly);
  assert.equal(await narrow.codeOf("messages.post", hello), "PROVIDER_FORBIDDEN");
  const dead = await open(t, {}, "xoxb-unknown-unknown-unknown");
  assert.equal(await dead.codeOf("channels.list", {}), "PROVIDER_UNAUTHORIZED");
});

test("an error that may follow an effect leaves a change unknown, with and without the effect", async (t) => {
  const words = [
    "internal_error",
    "fatal_error",
    "service_unavailable",
    "request_timeout",
    "duplicate_message_not_found",
  ];
  for (const failsWith of [...words, "a_new_word", "(nothing)"]) {
    for (const failsAfterEffect of [false, true]) {
      const { codeOf, messages } = await open(t, { failsWith, failsAfterEffect });
      const before = messages().length;
      assert.equal(await codeOf("messages.post", hello), "unknown", failsWith);
      assert.equal(messages().length, before + (failsAfterEffect ? 1 : 0));
    }
  }
});

test("recognizes a rate limit with 429 and with ok: false", async (t) => {
  const { codeOf } = await open(t, { callsPerMinute: 0 });
  assert.equal(await codeOf("messages.post", hello), "PROVIDER_RATE_LIMITED");
  const limited = judge({ status: 200, body: { ok: false, error: "ratelimited" }, requestId: null, headers: {} });
  assert.equal(limited.verdict === "refused" ? limited.refusal.code : limited.verdict, "PROVIDER_RATE_LIMITED");
});

test("sends plain text unchanged, and markup only if requested", async (t) => {
  const { run, messages } = await open(t);
  await run("messages.post", { channel, text: "a < b & c > d <!channel>" });
  assert.equal(messages().at(-1)?.text, "a &lt; b &amp; c &gt; d &lt;!channel&gt;");
  await run("messages.post", { channel, text: "<https://example.com|here>", format: "mrkdwn" });
  assert.equal(messages().at(-1)?.text, "<https://example.com|here>");
});

test("a reply needs the thread's first message, and a person's id opens a direct message", async (t) => {
  const { codeOf, run } = await open(t);
  assert.equal(await codeOf("messages.post", { ...hello, threadTs: "1773133200.000100" }), "output");
  assert.equal(await codeOf("messages.post", { ...hello, threadTs: "1773133260.000100" }), "PROVIDER_REJECTED");
  const end = await run("messages.post", { ...hello, channel: "U0SAM" });
  assert.match(end.kind === "output" ? (end.output as { channel: string }).channel : "", /^D/);
});

test("finds a sent message with pages of 15 messages", async (t) => {
  const { run, simulator } = await open(t, { messagesPerPage: 15 });
  for (let count = 0; count < 20; count += 1) {
    simulator.world.addMessage(channel, { text: `old ${String(count)}`, user: "U0SAM" }, Date.now());
  }
  const first = await run("messages.list", { channel, limit: 200 });
  const { messages, nextCursor } = (first.kind === "output" ? first.output : {}) as {
    messages: unknown[];
    nextCursor: string;
  };
  assert.equal(messages.length, 15);
  const second = await run("messages.list", { channel, cursor: nextCursor });
  assert.equal(second.kind === "output" ? (second.output as { messages: unknown[] }).messages.length : 0, 7);
});

test("reads scopes separated by commas", () => {
  const granted = oauth.grantedScopes({ scope: "chat:write,users:read", accessToken: "x", requested: [] });
  assert.deepEqual(granted, ["chat:write", "users:read"]);
});

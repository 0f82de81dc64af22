/** The end of an MCP server's sessions, and its announcements that tools changed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { hourMs } from "../../../src/domain/clock/units.ts";
import { announcedEveryMs, createAnnouncements } from "../../../src/domain/providers/announced.ts";
import { checkDue } from "../../../src/domain/providers/checks.ts";
import { checkEveryMs, createProviderReviews } from "../../../src/domain/providers/reviews.ts";
import { followSessions } from "../../../src/domain/providers/sessions.ts";
import { memoryStore } from "./memory-store.ts";
import { sampleReview, serverTools } from "./sample-review.ts";

const answered = (text: string, status = 200): ExchangeFacts => ({
  kind: "answered",
  status,
  requestId: null,
  retryAfterSeconds: null,
  headers: {},
  body: { kind: "complete", text },
});

const inSession: ProviderRequest = {
  method: "POST",
  path: ["mcp"],
  headers: { "mcp-session-id": "s", "mcp-protocol-version": "2025-11-25", "last-event-id": "e" },
  responseBody: { rpcId: "1" },
};

const places = { sandbox: false, isAllowedAddress: () => true };

const changed = `event: message\ndata: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n`;

/** Sends these requests in one call, which then ends. */
async function followed(requests: readonly ProviderRequest[], facts: ExchangeFacts) {
  const sent: ProviderRequest[] = [];
  const log: string[] = [];
  const said: string[] = [];
  const transport = followSessions({
    transport: {
      open: () => ({
        send(request) {
          sent.push(request);
          log.push(request.method);
          return request.method === "DELETE" ? new Promise(() => undefined) : Promise.resolve(facts);
        },
        close: () => void log.push("closed"),
      }),
    },
    platform: { monotonicMs: () => 0 },
    onToolsChanged: (provider) => void said.push(provider),
  });
  const channel = transport.open("notes", { headers: {}, deadlineMs: 1 });
  for (const request of requests) assert.deepEqual(await channel.send(request), facts, "the facts stay");
  channel.close();
  return { sent, log, said };
}

test("ends a session after its call, and waits for nothing", async () => {
  const { sent, log } = await followed([{ ...inSession, headers: {} }, inSession], answered("{}"));
  assert.deepEqual(log, ["POST", "POST", "closed", "DELETE"]);
  const headers = { "mcp-session-id": "s", "mcp-protocol-version": "2025-11-25" };
  assert.deepEqual(sent.at(-1), { method: "DELETE", path: ["mcp"], headers, responseBody: "discard" });
});

test("leaves a session in which a tool may still run, and one that the server no longer knows", async () => {
  const cut = { ...answered(""), body: { kind: "unreadable", reason: "truncated", partial: "" } } as ExchangeFacts;
  for (const facts of [{ kind: "lost", reason: "timeout" }, answered("{}", 404), cut] as ExchangeFacts[]) {
    assert.deepEqual((await followed([inSession], facts)).log, ["POST", "closed"]);
  }
  assert.deepEqual((await followed([{ ...inSession, headers: {} }], answered("{}"))).log, ["POST", "closed"]);
});

test("notices an announcement in a stream, and none in a tool's text", async () => {
  assert.deepEqual((await followed([inSession], answered(changed))).said, ["notes"]);
  const text = JSON.stringify({ result: { content: [{ type: "text", text: changed }] } });
  assert.deepEqual((await followed([inSession], answered(text))).said, []);
});

test("brings a check forward, once in ten minutes however often a server says so", async () => {
  const store = memoryStore();
  const time = { now: 1000 };
  const platform = { nowMs: () => time.now, monotonicMs: () => time.now };
  const reviews = createProviderReviews({ store, platform, places, coded: new Set() });
  await reviews.apply(sampleReview(), "operator");
  let count = 0;
  const inspect = () => ((count += 1), Promise.resolve({ kind: "tools", tools: serverTools } as const));
  const round = () => checkDue({ store, platform, inspect }, new AbortController().signal, () => undefined);
  const announce = createAnnouncements({ store, platform, onFault: (slug) => assert.fail(slug) });
  await round();
  assert.equal(count, 0);
  for (let said = 0; said < 100; said += 1) announce("notes");
  await round();
  assert.equal(count, 1);
  for (let said = 0; said < 100; said += 1) announce("notes");
  await round();
  assert.equal(count, 1);
  time.now += announcedEveryMs;
  announce("notes");
  await round();
  assert.equal(count, 2);
});

test("a server that can't be asked isn't asked more often because it says so", async () => {
  const store = memoryStore();
  const time = { now: 1000 };
  const platform = { nowMs: () => time.now, monotonicMs: () => time.now };
  const reviews = createProviderReviews({ store, platform, places, coded: new Set() });
  await reviews.apply(sampleReview(), "operator");
  time.now += checkEveryMs;
  const inspect = () => Promise.resolve({ kind: "fault", fault: "it is away" } as const);
  await checkDue({ store, platform, inspect }, new AbortController().signal, () => undefined);
  createAnnouncements({ store, platform, onFault: (slug) => assert.fail(slug) })("notes");
  assert.equal(store.rows.get("notes")?.checkDue, time.now + hourMs);
});

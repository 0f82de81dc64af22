/** JSON-RPC responses in JSON and in event streams, and how an interrupted stream is continued. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  continued,
  judgeChange,
  judgeRead,
  readRpc,
  RpcReader,
  type ExchangeFacts,
  type ProviderRequest,
} from "../src/index.ts";

const response = { jsonrpc: "2.0", id: "1", result: { ok: true } };
const text = JSON.stringify(response);
const responseBody = { rpcId: "1" };
const request: ProviderRequest = { method: "POST", path: ["rpc"], headers: { session: "s" }, json: {}, responseBody };

/** The facts of a success with this body; of one that broke off, if it's partial. */
function facts(body: string, isPartial = false): ExchangeFacts {
  const read = isPartial
    ? ({ kind: "unreadable", reason: "truncated", partial: body } as const)
    : ({ kind: "complete", text: body } as const);
  return { kind: "answered", status: 200, requestId: null, retryAfterSeconds: null, headers: {}, body: read };
}

const found: readonly (readonly [name: string, body: string])[] = [
  ["JSON", text],
  ["a batch", `[{"jsonrpc":"2.0","method":"progress"}, ${text}]`],
  ["a stream", `event: message\ndata: ${text}\n\n`],
  ["a stream behind other messages", `data: {"method":"progress"}\n\n: a comment\n\ndata: ${text}\n\n`],
  ["several lines of data", `data: {"jsonrpc":"2.0","id":"1",\ndata: "result":{"ok":true}}\n\n`],
  ["lines that end as on other systems", `id: 7\r\ndata: ${text}\r\n\r\n`],
  ["lines that end with a carriage return, and a byte order mark", `\uFEFFdata: ${text}\r\r`],
];

for (const [name, body] of found) {
  test(`finds the response in ${name}, also if it arrives in pieces`, () => {
    assert.deepEqual(readRpc(body, "1").response, response);
    const reader = new RpcReader("1");
    const seen = Array.from(body).map((piece) => reader.push(piece));
    if (!/^[[{]/.test(body)) assert.equal(seen.at(-1), true);
  });
}

const missing: readonly (readonly [name: string, body: string])[] = [
  ["another id", `data: {"jsonrpc":"2.0","id":"2","result":{}}\n\n`],
  ["the same id as a number", `{"jsonrpc":"2.0","id":1,"result":{}}`],
  ["a request with the id", `data: {"jsonrpc":"2.0","id":"1","method":"sampling/createMessage"}\n\n`],
  ["an event that isn't complete", `data: ${text}\n`],
  ["nothing", ""],
];

for (const [name, body] of missing) {
  test(`doesn't take ${name} for the response, so a change has an unknown outcome`, () => {
    assert.equal(readRpc(body, "1").response, null);
    assert.equal(judgeChange(facts(body), [200], { responseBody }).kind, "unknown");
    assert.equal(judgeRead(facts(body), [200], { responseBody }).kind, "failed");
  });
}

test("a response that arrived whole counts, even if its stream broke off behind it", () => {
  const broken = facts(`data: ${text}\n\ndata: {"method"`, true);
  assert.equal(judgeChange(broken, [200], { responseBody }).kind, "accepted");
  assert.equal(judgeRead(broken, [200], { responseBody }).kind, "answered");
  assert.equal(judgeChange(facts(text, true), [200], {}).kind, "unknown");
});

/** Continues after the first facts, with these responses. @returns the last facts, and what was sent. */
async function continueAfter(first: ExchangeFacts, next: ExchangeFacts[], isInTime = true) {
  const sent: ProviderRequest[] = [];
  const waits: number[] = [];
  const last = await continued(request, first, {
    send: (read) => (sent.push(read), Promise.resolve(next.shift() ?? { kind: "lost", reason: "reset" })),
    wait: (ms) => (waits.push(ms), Promise.resolve()),
    isInTime: () => isInTime,
  });
  return { last, sent, waits };
}

test("continues an interrupted stream behind its last event, and never sends the request again", async () => {
  const answered = facts(`data: ${text}\n\n`);
  const first = facts("id: a-1\nretry: 20\ndata:\n\n", true);
  const between = facts(`id: a-2\ndata: {"method":"progress"}\n\n`);
  const { last, sent, waits } = await continueAfter(first, [{ kind: "lost", reason: "reset" }, between, answered]);
  assert.equal(last, answered);
  assert.deepEqual(waits, [20, 20, 20]);
  assert.deepEqual(
    sent.map(({ method, headers, json }) => [method, headers?.["last-event-id"], headers?.["session"], json]),
    [
      ["GET", "a-1", "s", undefined],
      ["GET", "a-1", "s", undefined],
      ["GET", "a-2", "s", undefined],
    ],
  );
});

test("gives up if there is nothing to continue, the server doesn't know the stream, or time is over", async () => {
  const first = facts("id: a-1\ndata:\n\n", true);
  const unknownStream: ExchangeFacts = { ...(first as Extract<ExchangeFacts, { kind: "answered" }>), status: 404 };
  assert.equal((await continueAfter(facts("data: {}\n\n", true), [])).sent.length, 0);
  const refused = await continueAfter(first, [unknownStream]);
  assert.deepEqual([refused.last, refused.sent.length], [first, 1]);
  assert.equal((await continueAfter(first, [], false)).sent.length, 0);
  const { last, sent, waits } = await continueAfter(first, []);
  assert.equal(last, first);
  assert.equal(sent.length, 10);
  assert.deepEqual(new Set(waits), new Set([1000]));
});

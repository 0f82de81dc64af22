/** The ways in which the stand-in answers `tools/call`, and whether the tool runs in each of them. */
import type { ServerResponse } from "node:http";

/** A JSON object of the protocol. */
export type Message = Readonly<Record<string, unknown>>;

/** One call to be answered. */
export type Pending = {
  response: ServerResponse;
  id: unknown;
  /** Runs the tool. Its effect happens now. */
  run: () => Message;
  isListed: boolean;
  resumable: Map<string, Message>;
};

type Answer = (pending: Pending) => void;

function json({ response, id }: Pending, status: number, rest: Message): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, ...rest }));
}

function stream({ response }: Pending, ...events: string[]): ServerResponse {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(`${event}\n\n`);
  return response;
}

function data(id: unknown, rest: Message): string {
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, ...rest })}`;
}

const progress = data(undefined, { method: "notifications/progress", params: { progress: 1 } });
const asksUs = `data: ${JSON.stringify({ jsonrpc: "2.0", id: "1", method: "sampling/createMessage", params: {} })}`;

const toolsChanged = data(undefined, { method: "notifications/tools/list_changed" });

/** Ends the connection behind what has been written. */
function cut(response: ServerResponse): void {
  response.write(": \n", () => response.destroy());
}

let events = 0;

function cutWithId(pending: Pending, isKept: boolean): void {
  events += 1;
  const eventId = `event-${String(events)}`;
  const result = pending.run();
  if (isKept) pending.resumable.set(eventId, { jsonrpc: "2.0", id: pending.id, result });
  cut(stream(pending, `id: ${eventId}\nretry: 1\ndata:`, progress));
}

/** By name: the answer. The tool runs exactly if the name doesn't say otherwise. */
const answers = {
  json: (pending) => json(pending, 200, { result: pending.run() }),
  stream: (pending) => void stream(pending, progress, asksUs, data(pending.id, { result: pending.run() })).end(),
  "stream that says its tools changed": (pending) =>
    void stream(pending, toolsChanged, data(pending.id, { result: pending.run() })).end(),
  "stream left open": (pending) => void stream(pending, data(pending.id, { result: pending.run() })),
  "stream cut behind the response": (pending) => cut(stream(pending, data(pending.id, { result: pending.run() }))),
  "stream cut": (pending) => (pending.run(), cut(stream(pending, progress))),
  "stream cut before it runs": (pending) => cut(stream(pending, progress)),
  "stream cut, to be continued": (pending) => cutWithId(pending, true),
  "stream cut, and forgotten": (pending) => cutWithId(pending, false),
  "stream without a response": (pending) => (pending.run(), void stream(pending, progress).end()),
  "lost before it runs": ({ response }) => void response.destroy(),
  lost: ({ run, response }) => (run(), void response.destroy()),
  "never answered": ({ run }) => void run(),
  "never answered, and not run": () => undefined,
  "session expired": (pending) => json(pending, 404, { error: { code: -32001, message: "No session." } }),
  "session expired after it ran": (pending) => (
    pending.run(),
    json(pending, 404, { error: { code: -32001, message: "No session." } })
  ),
  "500 after it ran": (pending) => (pending.run(), json(pending, 500, {})),
  "502 before it runs": (pending) => json(pending, 502, {}),
  "202 after it ran": ({ run, response }) => (run(), void response.writeHead(202).end()),
  "redirect after it ran": ({ run, response }) => (run(), void response.writeHead(307, { location: "/other" }).end()),
  "another id": (pending) => json(pending, 200, { id: "other", result: pending.run() }),
  "not JSON": ({ run, response }) => (run(), void response.writeHead(200).end("<html>")),
  "internal error after it ran": (pending) => (
    pending.run(),
    json(pending, 200, { error: { code: -32603, message: "No." } })
  ),
  "needs input": (pending) => json(pending, 200, { result: { resultType: "input_required", inputRequests: {} } }),
  "image after it ran": (pending) => {
    pending.run();
    json(pending, 200, { result: { content: [{ type: "image", data: "AA==", mimeType: "image/png" }] } });
  },
  "2 MiB after it ran": (pending) => {
    pending.run();
    json(pending, 200, { result: { content: [{ type: "text", text: "a".repeat(2 << 20) }] } });
  },
  "refused by the tool": (pending) => {
    json(pending, 200, { result: { isError: true, content: [{ type: "text", text: "canary of the server" }] } });
  },
  "invalid params": (pending) => json(pending, 200, { error: { code: -32602, message: "canary of the server" } }),
  "method not found": (pending) => json(pending, 404, { error: { code: -32601, message: "No." } }),
  "400": (pending) => json(pending, 400, { error: { code: -32600, message: "No." } }),
  "401": (pending) => json(pending, 401, {}),
  "403": (pending) => json(pending, 403, {}),
  "429": (pending) => json(pending, 429, {}),
} as const satisfies Readonly<Record<string, Answer>>;

/** A way to answer. */
export type Delivery = keyof typeof answers;

/** All of them. */
export const deliveries = Object.keys(answers) as readonly Delivery[];

/** Those that end only with the call's deadline. */
export const slowDeliveries: readonly Delivery[] = ["never answered", "never answered, and not run"];

/** Answers a call. */
export function answer(delivery: Delivery, pending: Pending): void {
  if (!pending.isListed) return json(pending, 200, { error: { code: -32602, message: "There's no such tool." } });
  answers[delivery](pending);
}

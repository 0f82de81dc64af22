/** A stranger's server that builds reports: it streams progress for a long time before its answer. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ServerResponse } from "node:http";
import { argumentsOf, reply, startStranger, structured, texts, welcome, type Stranger } from "./http-server.ts";

/** How the server streams the next report. */
export type Streaming = {
  /** How long it works before it answers, in milliseconds. */
  workMs: number;
  /** Whether its events have ids, with which a stream can be continued. */
  resumable: boolean;
  /** When it closes the connection, while it continues to work; never by default. In milliseconds. */
  cutAfterMs?: number;
};

/** The running server. `built` has the names of the reports it has built, once for each time it built one. */
export type SlowReports = Stranger & {
  built: readonly string[];
  next: Streaming;
  /** The number of streams that wait for an answer. */
  open: () => number;
};

const progressEveryMs = 250;

/** Starts the server. */
export async function startSlowReports(): Promise<SlowReports> {
  const built: string[] = [];
  const state: { next: Streaming } = { next: { workMs: 0, resumable: false } };
  /** The events of each call, and who listens to them now. */
  const streams = new Map<string, { events: string[]; listener: ServerResponse | null }>();
  const closing = new AbortController();

  const send = (name: string, resumable: boolean, data: string): void => {
    const stream = streams.get(name);
    if (stream === undefined) return;
    stream.events.push(data);
    const id = resumable ? `id: ${name}:${String(stream.events.length)}\n` : "";
    stream.listener?.write(`${id}data: ${data}\n\n`);
  };
  const work = async (name: string, id: unknown, { workMs, resumable, cutAfterMs }: Streaming): Promise<void> => {
    // An event without data, so that a client can reconnect before the first message.
    if (resumable) streams.get(name)?.listener?.write(`id: ${name}:0\nretry: 100\ndata:\n\n`);
    for (let passedMs = 0; passedMs < workMs; passedMs += progressEveryMs) {
      await wait(progressEveryMs, undefined, { signal: closing.signal });
      const params = { progressToken: name, progress: passedMs, total: workMs, message: `Building ${name}` };
      send(name, resumable, JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params }));
      const stream = streams.get(name);
      if (cutAfterMs !== undefined && passedMs >= cutAfterMs && stream !== undefined) {
        stream.listener?.end();
        cutAfterMs = undefined;
        stream.listener = null;
      }
    }
    built.push(name);
    send(name, resumable, JSON.stringify({ jsonrpc: "2.0", id, result: structured({ name }) }));
    streams.get(name)?.listener?.end();
  };

  const stranger = await startStranger({
    onMessage(incoming) {
      const { message, response } = incoming;
      switch (message.method) {
        case "initialize":
          return reply(incoming, welcome("slow-reports"), { "mcp-session-id": randomUUID() });
        case "tools/list":
          return reply(incoming, { tools });
        case "tools/call": {
          const name = String(argumentsOf(message)["name"]);
          if (message.params?.["name"] === "find_report") {
            const state = built.includes(name) ? "built" : "missing";
            return reply(incoming, structured({ name, state }));
          }
          response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
          response.flushHeaders();
          streams.set(name, { events: [], listener: response });
          // It continues without a listener, and stops when the server is closed.
          return void work(name, message.id, state.next).catch(() => {});
        }
        default:
          return void response.writeHead(message.id === undefined ? 202 : 404).end();
      }
    },
    onGet(lastEventId, response) {
      const [name = "", last = ""] = lastEventId?.split(":") ?? [];
      const stream = streams.get(name);
      if (stream === undefined) return void response.writeHead(405).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const [at, data] of stream.events.entries()) {
        if (at >= Number(last)) response.write(`id: ${name}:${String(at + 1)}\ndata: ${data}\n\n`);
      }
      if (built.includes(name)) return void response.end();
      stream.listener = response;
    },
  });
  return Object.assign(state, {
    ...stranger,
    built,
    open: () => [...streams.keys()].filter((name) => !built.includes(name)).length,
    async close() {
      closing.abort();
      await stranger.close();
    },
  });
}

const tools = [
  {
    name: "build_report",
    description: "Builds a report, which takes a while.",
    inputSchema: texts("name"),
    outputSchema: texts("name"),
  },
  {
    name: "find_report",
    description: "Says whether a report has been built.",
    inputSchema: texts("name"),
    outputSchema: texts("name", "state"),
    annotations: { readOnlyHint: true },
  },
];

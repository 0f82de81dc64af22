/** A stranger's server whose sessions end early: at the handshake, before a call, or while a tool runs. */
import { randomUUID } from "node:crypto";
import {
  argumentsOf,
  reply,
  replyError,
  startStranger,
  structured,
  texts,
  welcome,
  type Stranger,
} from "./http-server.ts";

/** What a session doesn't survive. `read` is a call of the tool that reads. */
export type EndsAt = "nothing" | "handshake" | "read" | "call" | "running call";

/** The running server. */
export type ShortSessions = Stranger & {
  /** What the values were set to, in order. */
  written: readonly string[];
  values: ReadonlyMap<string, string>;
  /** What ends the next sessions, and how many of them. */
  next: { endsAt: EndsAt; times: number };
};

/** Starts the server. */
export async function startShortSessions(): Promise<ShortSessions> {
  const sessions = new Set<string>();
  const values = new Map<string, string>();
  const written: string[] = [];
  const state: Pick<ShortSessions, "next"> = { next: { endsAt: "nothing", times: 0 } };
  const ends = (at: EndsAt, session: string | null): boolean => {
    if (state.next.endsAt !== at || state.next.times === 0) return false;
    state.next = { ...state.next, times: state.next.times - 1 };
    if (session !== null) sessions.delete(session);
    return true;
  };
  const stranger = await startStranger({
    onMessage(incoming) {
      const { message, session, response } = incoming;
      const { method, params } = message;
      const gone = (): void => replyError(incoming, -32001, "Session not found", 404);
      if (method === "initialize") {
        const id = randomUUID();
        sessions.add(id);
        return reply(incoming, welcome("short-sessions"), { "mcp-session-id": id });
      }
      if (session === null || !sessions.has(session)) return gone();
      if (method === "notifications/initialized") {
        return ends("handshake", session) ? gone() : void response.writeHead(202).end();
      }
      if (method === "tools/list") return reply(incoming, { tools });
      if (method !== "tools/call") return replyError(incoming, -32601, "Unknown");
      const { name, value } = argumentsOf(message) as { name: string; value: string };
      if (params?.["name"] === "get_value") {
        if (ends("read", session)) return gone();
        const found = values.get(name);
        if (found !== undefined) return reply(incoming, structured({ value: found }));
        return reply(incoming, { isError: true, content: [{ type: "text", text: "No such value" }] });
      }
      if (ends("call", session)) return gone();
      values.set(name, value);
      written.push(value);
      if (ends("running call", session)) return gone();
      reply(incoming, structured({ value }));
    },
    onDelete: (session) => void sessions.delete(session ?? ""),
  });
  return Object.assign(state, stranger, { values, written });
}

const tools = [
  {
    name: "set_value",
    description: "Sets a value.",
    inputSchema: texts("name", "value"),
    outputSchema: texts("value"),
  },
  {
    name: "get_value",
    description: "Returns a value, or an error if there is none.",
    inputSchema: texts("name"),
    outputSchema: texts("value"),
    annotations: { readOnlyHint: true },
  },
];

/**
 * The part that the strangers' MCP servers share: Streamable HTTP (revision 2025-11-25) as the specification describes
 * it, without any code of svc.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A JSON-RPC message. */
export type Message = { id?: string | number; method: string; params?: Record<string, unknown> };

/** A request at the server. */
export type Incoming = { message: Message; session: string | null; response: ServerResponse };

/** A running server. `methods` has every request in order: a JSON-RPC method, `GET` or `DELETE`. */
export type Stranger = {
  url: string;
  methods: readonly string[];
  /** The number of connections that are open to it. */
  connections: () => Promise<number>;
  close: () => Promise<void>;
};

/** What one server does. */
export type Behavior = {
  /** Answers a message with `reply`, or in its own way. */
  onMessage: (incoming: Incoming) => void;
  /** Answers a GET with the `Last-Event-ID`; 405 by default. */
  onGet?: (lastEventId: string | null, response: ServerResponse) => void;
  onDelete?: (session: string | null) => void;
};

/** Starts a server on loopback. */
export async function startStranger({ onMessage, onGet, onDelete }: Behavior): Promise<Stranger> {
  const methods: string[] = [];
  const headerOf = (request: IncomingMessage, name: string): string | null => {
    const value = request.headers[name];
    return typeof value === "string" ? value : null;
  };
  const server = createServer((request, response) => {
    const session = headerOf(request, "mcp-session-id");
    if (request.url !== "/mcp") return void response.writeHead(404).end();
    if (request.method === "GET" && onGet !== undefined) {
      methods.push("GET");
      return onGet(headerOf(request, "last-event-id"), response);
    }
    if (request.method === "DELETE") {
      methods.push("DELETE");
      onDelete?.(session);
      return void response.writeHead(204).end();
    }
    if (request.method !== "POST") return void response.writeHead(405).end();
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    request.on("end", () => {
      const message = JSON.parse(text) as Message;
      methods.push(message.method);
      onMessage({ message, session, response });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/mcp`,
    methods,
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Replies with a result in JSON. */
export function reply({ message, response }: Incoming, result: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
}

/** Replies with an error of JSON-RPC. */
export function replyError({ message, response }: Incoming, code: number, text: string, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id ?? null, error: { code, message: text } }));
}

/** The result of `initialize`. */
export const welcome = (name: string) => ({
  protocolVersion: "2025-11-25",
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name, version: "3.1.0" },
});

/** The result of a tool with an output schema. */
export const structured = (value: Record<string, unknown>) => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value,
});

/** The arguments of `tools/call`. */
export function argumentsOf({ params }: Message): Record<string, unknown> {
  return (params?.["arguments"] ?? {}) as Record<string, unknown>;
}

/** An object's schema, all of whose fields are texts and required. */
export const texts = (...names: string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  required: names,
});

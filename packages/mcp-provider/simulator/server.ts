/**
 * A stand-in for a remote MCP server, written from the specification: notes in memory, with a ledger of what was called
 * and what took effect. Its responses to `tools/call` can be lost, cut, late or wrong.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { answer, type Delivery, type Message } from "./deliveries.ts";
import { notesTools, runTool, type Note } from "./notes.ts";

/** A `tools/call` as the server received it. */
export type ReceivedCall = { tool: string; args: Readonly<Record<string, unknown>>; authorization: string };

/** How the server is set up. */
export type StandInOptions = {
  /** Its path; `/mcp` by default. */
  path?: string;
  /** How the nth call is answered; as JSON by default. */
  deliver?: (call: ReceivedCall, count: number) => Delivery;
  /** Speaks only the revision without sessions. */
  isStateless?: boolean;
  /** The only bearer tokens that it accepts; any request by default. */
  tokens?: readonly string[];
  /** Its authorization server, which says who a token's user is. Requests without a valid token are challenged. */
  authorization?: { issuer: string; userOf: (token: string) => string | null };
  /** Changes what it says about itself as a protected resource (RFC 9728). */
  describeResource?: (own: Message) => Message;
  /** The tools that it lists. */
  tools?: () => readonly Message[];
  /** Answers other requests itself. @returns whether it did. */
  intercept?: (method: string, response: ServerResponse) => boolean;
};

/** A running stand-in. */
export type StandIn = {
  url: string;
  /** Every `tools/call`, in order. */
  calls: ReceivedCall[];
  /** The ids of the changes that took effect, in order. */
  effects: string[];
  notes: Map<string, Note>;
  /** The methods of all requests, in order; a continued stream is `GET`, the end of a session `DELETE`. */
  methods: string[];
  /** How many sessions are open. */
  sessionCount(): number;
  /** Ends every session. */
  expireSessions(): void;
  close(): Promise<void>;
};

/** Starts it on loopback. */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { deliver = () => "json", isStateless = false, tokens, tools = () => notesTools, intercept } = options;
  const { authorization, describeResource = (own) => own, path = "/mcp" } = options;
  const calls: ReceivedCall[] = [];
  const effects: string[] = [];
  const notes = new Map<string, Note>();
  const methods: string[] = [];
  const sessions = new Set<string>();
  /** What a continued stream delivers, by the id of its last event. */
  const resumable = new Map<string, Message>();

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, headers } = request;
    const body = await text(request);
    const message = body === "" ? {} : (JSON.parse(body) as Message);
    const rpcMethod = typeof message["method"] === "string" ? message["method"] : (method ?? "");
    methods.push(rpcMethod);
    if (intercept?.(rpcMethod, response) === true) return;
    if (request.url?.startsWith(resourcePath) === true && authorization !== undefined) {
      return say(response, 200, describeResource(resourceOf(authorization.issuer)));
    }
    if (authorization !== undefined && authorization.userOf(bearerIn(headers)) === null) {
      response.setHeader("www-authenticate", `Bearer resource_metadata="${origin}${resourcePath}${path}"`);
      return say(response, 401);
    }
    if (tokens !== undefined && !tokens.includes(bearerIn(headers))) return say(response, 401);
    if (request.url !== path) return say(response, 404);
    if (method === "DELETE") {
      const isEnded = sessions.delete(String(headers["mcp-session-id"]));
      return void response.writeHead(isEnded ? 204 : 404).end();
    }
    const accepted = headers.accept ?? "";
    const isAcceptable = method === "GET" || accepted.includes("application/json");
    if (!isAcceptable || !accepted.includes("text/event-stream")) return say(response, 406);
    if (method === "GET") return resume(String(headers["last-event-id"]), response);
    const { id, params = {} } = message as { id?: unknown; params?: Message };
    const respond = (result: Message): void => say(response, 200, { jsonrpc: "2.0", id, result });
    const fail = (status: number, code: number): void => {
      say(response, status, { jsonrpc: "2.0", id, error: { code, message: "No." } });
    };
    if (isStateless && headers["mcp-protocol-version"] !== "2026-07-28") return fail(400, -32004);
    if (rpcMethod === "initialize") {
      if (isStateless) return fail(404, -32601);
      const session = `session-${String(sessions.size + 1)}-${String(methods.length)}`;
      sessions.add(session);
      response.setHeader("mcp-session-id", session);
      return respond({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: info });
    }
    const isKnown = isStateless || sessions.has(String(headers["mcp-session-id"]));
    if (rpcMethod === "server/discover") {
      return isStateless ? respond(discovered) : fail(isKnown ? 404 : 400, isKnown ? -32601 : -32000);
    }
    if (!isKnown) return fail(404, -32001);
    if (rpcMethod === "notifications/initialized") return void response.writeHead(202).end();
    if (rpcMethod === "tools/list") return respond({ tools: tools() });
    if (rpcMethod !== "tools/call") return fail(404, -32601);
    const { name, arguments: args = {} } = params as { name?: string; arguments?: Message };
    const call: ReceivedCall = { tool: name ?? "", args, authorization: headers.authorization ?? "" };
    calls.push(call);
    const run = (): Message => runTool(notes, effects, call);
    answer(deliver(call, calls.length), { response, id, run, isListed: isTool(name), resumable });
  };
  const isTool = (name: unknown): boolean => tools().some((tool) => tool["name"] === name);
  const resume = (id: string, response: ServerResponse): void => {
    const result = resumable.get(id);
    if (result === undefined) return say(response, 404);
    response
      .writeHead(200, { "content-type": "text/event-stream" })
      .end(`id: ${id}-end\ndata: ${JSON.stringify(result)}\n\n`);
  };

  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const resourceOf = (issuer: string): Message => ({
    resource: `${origin}${path}`,
    authorization_servers: [issuer],
    scopes_supported: ["notes"],
  });
  return {
    url: `${origin}${path}`,
    calls,
    effects,
    notes,
    methods,
    sessionCount: () => sessions.size,
    expireSessions: () => sessions.clear(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Where the document about the server is (RFC 9728 §3). */
const resourcePath = "/.well-known/oauth-protected-resource";

function bearerIn({ authorization = "" }: IncomingHttpHeaders): string {
  return authorization.replace("Bearer ", "");
}

const info = { name: "notes", title: "Notes", version: "1.0.0" };
const discovered = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
  _meta: { "io.modelcontextprotocol/serverInfo": info },
};

function say(response: ServerResponse, status: number, body: unknown = {}): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

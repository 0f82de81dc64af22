/** The messages of MCP over Streamable HTTP, as requests that svc's server sends. */
import { declaredPath, type ProviderRequest } from "@svc/provider-kit";

/** The revision that needs no session: each request says which one it speaks. */
export const statelessRevision = "2026-07-28";
/** The newest revision that begins with a handshake, and all of those that svc speaks. */
export const newestHandshake = "2025-11-25";
export const handshakeRevisions: readonly string[] = [newestHandshake, "2025-06-18", "2025-03-26", "2024-11-05"];

const clientInfo = { name: "svc", version: "1" };
/** No capability: a server can't ask svc for models, files or a person's input. */
const capabilities = {};

/** How requests address a server: its path, the revision and, after a handshake, the session. */
export type Session = { path: readonly string[]; revision: string; sessionId: string | null };

/** The headers that requests set. */
export const requestHeaders = [
  "mcp-protocol-version",
  "mcp-session-id",
  "mcp-method",
  "mcp-name",
  "last-event-id",
] as const;

/** Methods that never change anything at a server. */
export const readingMethods = ["initialize", "notifications/initialized", "server/discover", "tools/list"] as const;

type Params = Readonly<Record<string, unknown>>;

/** A request that expects a response. Each is the only one in its exchange, so they can share an id. */
export function rpcRequest(session: Session, method: string, params: Params = {}): ProviderRequest {
  const id = "1";
  return {
    method: "POST",
    ...declaredPath(session.path),
    headers: headersOf(session, method, params),
    json: {
      jsonrpc: "2.0",
      id,
      method,
      params: isStateless(session) ? { ...params, _meta: envelope(session) } : params,
    },
    responseBody: { rpcId: id },
  };
}

/** The first message of a handshake. */
export function initializeRequest(path: readonly string[]): ProviderRequest {
  const params = { protocolVersion: newestHandshake, capabilities, clientInfo };
  return { ...rpcRequest({ path, revision: newestHandshake, sessionId: null }, "initialize", params), headers: {} };
}

/** The last message of a handshake, which has no response. */
export function initializedNotification(session: Session): ProviderRequest {
  const method = "notifications/initialized";
  return {
    method: "POST",
    ...declaredPath(session.path),
    headers: headersOf(session, method, {}),
    json: { jsonrpc: "2.0", method },
    responseBody: { rpcId: null },
  };
}

/** Whether a revision has no handshake. Revisions are dates. */
export function isStateless({ revision }: Pick<Session, "revision">): boolean {
  return revision >= statelessRevision;
}

function envelope({ revision }: Session): Params {
  return {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
}

function headersOf(session: Session, method: string, { name }: Params): Record<string, string> {
  const { revision, sessionId } = session;
  const isNamed = isStateless(session) && typeof name === "string";
  return {
    "mcp-protocol-version": revision,
    ...(sessionId === null ? {} : { "mcp-session-id": sessionId }),
    ...(isStateless(session) ? { "mcp-method": method } : {}),
    ...(isNamed ? { "mcp-name": headerText(name) } : {}),
  };
}

/** A text that isn't plain in a header is sent in Base64, as the specification says. */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e]+$/.test(text) && !text.startsWith("=?");
  return isPlain ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

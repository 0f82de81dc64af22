/**
 * A stranger's MCP server and its authorization server, on every address of a network of its own. It notes at which
 * address each connection arrives, before TLS, so that nothing can reach an address unseen.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { texts } from "../http-server.ts";

/** Where everything is that svc may reach. */
export const publicAddress = "20.30.0.1";

/** What the server says at the moment. */
export type Said = {
  /** What is added to its challenge. */
  challenge: string;
  /** Fields of its own metadata, and of its authorization server's. */
  resource: Record<string, unknown>;
  authorization: Record<string, unknown>;
  /** Where requests to these paths are redirected. */
  redirects: Record<string, string>;
};

export const honest: Said = { challenge: "", resource: {}, authorization: {}, redirects: {} };

/** A running server. */
export type NetworkServer = {
  says: Said;
  /** The addresses at which connections arrived, apart from the public one. */
  reached: string[];
  /** The requests, as method, host and path. */
  requests: string[];
};

/** The certificate, for every name in `acme.io`. */
export const certificateFile = new URL("test-only-certificate.pem", import.meta.url).pathname;

/** Starts it on port 443 of every address. */
export async function startNetworkServer(): Promise<NetworkServer> {
  const own: NetworkServer = { says: honest, reached: [], requests: [] };
  const key = readFileSync(new URL("test-only-key.pem", import.meta.url));
  const server = createServer({ key, cert: readFileSync(certificateFile) }, (request, response) => {
    void answer(own, request, response);
  });
  server.on("connection", (socket: Socket) => {
    const address = (socket.localAddress ?? "").replace(/^::ffff:/, "");
    if (address !== publicAddress) own.reached.push(address);
  });
  server.on("tlsClientError", () => {});
  server.listen(443, "::");
  await once(server, "listening");
  return own;
}

async function answer(own: NetworkServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "", url = "/", headers } = request;
  const host = headers.host ?? "";
  own.requests.push(`${method} ${host}${url}`);
  const body = await text(request);
  const { challenge, resource, authorization, redirects } = own.says;
  const say = (status: number, value: unknown, more: Record<string, string> = {}): void => {
    response.writeHead(status, { "content-type": "application/json", ...more }).end(JSON.stringify(value));
  };
  const location = redirects[url];
  if (location !== undefined) return say(307, {}, { location });
  switch (url) {
    case "/.well-known/oauth-protected-resource/mcp":
      return say(200, {
        resource: `https://${host}/mcp`,
        authorization_servers: ["https://auth.acme.io"],
        ...resource,
      });
    case "/.well-known/oauth-authorization-server":
      return say(200, {
        issuer: `https://${host}`,
        authorization_endpoint: "https://auth.acme.io/authorize",
        token_endpoint: "https://auth.acme.io/token",
        registration_endpoint: "https://auth.acme.io/register",
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["client_secret_basic"],
        authorization_response_iss_parameter_supported: true,
        ...authorization,
      });
    case "/register":
      return say(201, { ...(JSON.parse(body) as object), client_id: "app", client_secret: "canary-of-the-app" });
    case "/token":
      return say(200, { access_token: "canary-of-a-user", token_type: "Bearer", expires_in: 3600 });
    case "/mcp":
      break;
    default:
      return say(404, {});
  }
  if (host !== "open.acme.io" && headers.authorization === undefined) {
    return say(401, {}, { "www-authenticate": `Bearer${challenge}` });
  }
  const { id, method: called } = JSON.parse(body === "" ? "{}" : body) as { id?: unknown; method?: string };
  const result = results[called ?? ""];
  if (result === undefined) return say(id === undefined ? 202 : 404, {});
  say(200, { jsonrpc: "2.0", id, result });
}

const results: Readonly<Record<string, unknown>> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "acme", version: "1" },
  },
  "tools/list": { tools: [{ name: "write", description: "Writes.", inputSchema: texts("text") }] },
  "tools/call": { content: [{ type: "text", text: "done" }] },
};

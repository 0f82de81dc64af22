/** One loopback origin for a provider: its authorization server, with its API behind it. */
import { createServer, request as sendRequest, ServerResponse, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { AuthorizationServer, authorizationRoot, type AuthorizationServerOptions } from "./authorization-server.ts";

/** How the token endpoint fails. `effect`: the authorization server acts first, and only its response is lost. */
export type TokenFault =
  | { readonly kind: "status"; readonly status: number; readonly body?: string; readonly type?: string }
  | { readonly kind: "hang" }
  | { readonly kind: "reset"; readonly effect?: boolean };

/** The rest of the origin, besides the authorization server. */
export interface ApiBehind {
  readonly url: string;
}

/** A running origin. */
export interface ProviderOrigin {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly authorization: AuthorizationServer;
  /** Faults for the next requests to the token endpoint, one each, in order. */
  readonly tokenFaults: TokenFault[];
  /** Faults triggered so far. */
  readonly playedFaults: TokenFault[];
  /** Every request to the authorization endpoint, path and query as received. */
  readonly authorizationRequests: string[];
  close(): Promise<void>;
}

const tokenPath = `${authorizationRoot}/access_token`;
const authorizationPath = `${authorizationRoot}/authorize`;

/**
 * Starts it.
 *
 * @param api called once with the authorization server; the API that it returns answers every other path.
 */
export async function startProviderOrigin(
  options: Omit<AuthorizationServerOptions, "origin">,
  api: (authorization: AuthorizationServer) => Promise<ApiBehind>,
): Promise<ProviderOrigin> {
  const sockets = new Set<Socket>();
  const server = createServer({ requestTimeout: 0 });
  server.on("connection", (socket) => {
    sockets.add(socket);
    // Some tests reset connections.
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const authorization = new AuthorizationServer({ origin: url, ...options });
  const behind = await api(authorization);
  const origin: ProviderOrigin = {
    url,
    authorization,
    tokenFaults: [],
    playedFaults: [],
    authorizationRequests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  server.on("request", (request, response) => {
    route(origin, behind, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end(`The simulated provider failed: ${error instanceof Error ? error.message : "not an error"}`);
    });
  });
  return origin;
}

async function route(
  origin: ProviderOrigin,
  behind: ApiBehind,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? "/";
  const path = url.split("?", 1)[0] ?? "";
  if (!path.startsWith(`${authorizationRoot}/`)) return await pass(behind.url, request, response);
  if (path === authorizationPath) origin.authorizationRequests.push(url);
  const fault = path === tokenPath ? origin.tokenFaults.shift() : undefined;
  if (fault !== undefined) origin.playedFaults.push(fault);
  if (fault === undefined) await origin.authorization.respond(request, response);
  else await play(fault, origin, request, response);
}

async function play(
  fault: TokenFault,
  { authorization }: ProviderOrigin,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (fault.kind === "hang") return;
  if (fault.kind === "status") {
    response.writeHead(fault.status, { "content-type": fault.type ?? "text/html" });
    response.end(fault.body ?? "<html><h1>Unavailable</h1></html>");
    return;
  }
  if (fault.effect === true) {
    // Without a socket, the response isn't sent anywhere.
    await authorization.respond(request, new ServerResponse(request));
  }
  response.socket?.resetAndDestroy();
}

/** Forwards a request unchanged, and its response. */
function pass(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { hostname, port } = new URL(target);
  return new Promise((resolve) => {
    const onward = sendRequest(
      { hostname, port, method: request.method, path: request.url, headers: request.rawHeaders },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
        answer.once("close", () => {
          if (!answer.complete) response.socket?.resetAndDestroy();
          resolve();
        });
      },
    );
    // A failure behind it becomes a failure here: the caller must see the fault, not a proxy's error page.
    onward.once("error", () => {
      response.socket?.resetAndDestroy();
      resolve();
    });
    response.once("close", () => onward.destroy());
    request.pipe(onward);
  });
}

/**
 * A provider on a raw socket: it parses requests itself and writes a script's bytes, so no HTTP server
 * changes a fault. Each case has its own project, which its requests name.
 */
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** A received request. */
export interface RawRequest {
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly project: string;
  /** The number of its connection, and its ordinal on it from 1. */
  readonly connection: number;
  readonly ordinal: number;
}

/** Writes a response, or a fault. */
export type Script = (socket: Socket, request: RawRequest) => void;

/** A running provider. */
export interface RawProvider {
  readonly url: string;
  /** Every request of a project, in order. */
  of(project: string): readonly RawRequest[];
  /** Sets the responses to a project's requests; the script gets the number of requests so far. */
  script(project: string, respond: (request: RawRequest, count: number) => Script): void;
  /** Closes the connections whose last request was for a matching project. */
  hangUp(isMeant: (project: string) => boolean): void;
  /** Whether a connection is still open. */
  isOpen(connection: number): boolean;
  /** Every request, in order. */
  readonly requests: readonly RawRequest[];
  close(): Promise<void>;
}

/** A normal response with a JSON body. */
export function jsonResponse(json: unknown, status = "200 OK", headers: readonly string[] = []): string {
  const body = JSON.stringify(json);
  const lines = [`HTTP/1.1 ${status}`, "content-type: application/json", `content-length: ${Buffer.byteLength(body)}`];
  return `${[...lines, ...headers].join("\r\n")}\r\n\r\n${body}`;
}

const account = {
  workplace: { slug: "w-1", name: "Raw Works" },
  type: "service_account_api_token",
  token_preview: "dp.sa.x",
  slug: "token",
  created_at: "2026-01-01T00:00:00.000Z",
  name: "raw",
};

/** Starts it on loopback. */
export async function startRawProvider(): Promise<RawProvider> {
  const requests: RawRequest[] = [];
  const scripts = new Map<string, (request: RawRequest, count: number) => Script>();
  /** Each connection's number, and the project of its last request. */
  const sockets = new Map<Socket, { connection: number; project: string }>();
  let connections = 0;
  const listener = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    connections += 1;
    const connection = connections;
    let ordinal = 0;
    sockets.set(socket, { connection, project: "" });
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    socket.on("end", () => socket.end());
    readRequests(socket, (head) => {
      ordinal += 1;
      const request: RawRequest = { ...head, connection, ordinal };
      requests.push(request);
      sockets.set(socket, { connection, project: request.project });
      const respond = scripts.get(request.project);
      const count = requests.filter(({ project }) => project === request.project).length;
      if (respond === undefined) socket.write(jsonResponse(account));
      else respond(request, count)(socket, request);
    });
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    of: (project) => requests.filter((request) => request.project === project),
    script: (project, respond) => void scripts.set(project, respond),
    hangUp(isMeant) {
      for (const [socket, { project }] of sockets) if (isMeant(project)) socket.destroy();
    },
    isOpen: (connection) => [...sockets.values()].some((one) => one.connection === connection),
    requests,
    async close() {
      for (const socket of sockets.keys()) socket.destroy();
      listener.close();
      await once(listener, "close");
    },
  };
}

type RequestHead = Pick<RawRequest, "method" | "path" | "project">;

/** Calls `arrived` for each complete request; the service sends only bodies with a content-length. */
function readRequests(socket: Socket, arrived: (head: RequestHead) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const end = bytes.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = bytes.subarray(0, end).toString("latin1");
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      if (bytes.length < end + 4 + length) return;
      const body = bytes.subarray(end + 4, end + 4 + length).toString("utf8");
      bytes = bytes.subarray(end + 4 + length);
      arrived(headOf(head, body));
    }
  });
}

function headOf(head: string, body: string): RequestHead {
  const [method = "", target = ""] = (head.split("\r\n")[0] ?? "").split(" ");
  const url = new URL(target, "http://raw.test");
  const inBody = body === "" ? undefined : (JSON.parse(body) as { project?: string }).project;
  return { method, path: url.pathname, project: inBody ?? url.searchParams.get("project") ?? "" };
}

/** A server that answers as a row of the table specifies, and counts. Each row has its own path before the API's. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A received request. */
export type Seen = {
  readonly method: string;
  /** Includes the query, without the row's path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
};

/** A response that replaces the server's, or how it fails to answer. */
export type ScriptedResponse =
  | {
      readonly status: number;
      readonly body?: unknown;
      /** Sent instead of a JSON body. */
      readonly text?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** Closes the connection afterwards, without announcing it. */
      readonly closesAfterwards?: boolean;
    }
  | { readonly fault: keyof typeof faults };

const begun = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

const faults = {
  resetBeforeResponse: (socket: Socket) => socket.resetAndDestroy(),
  closeBeforeResponse: (socket: Socket) => socket.destroy(),
  resetInHeaders: (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Le", () => socket.resetAndDestroy()),
  closeInHeaders: (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Le", () => socket.destroy()),
  resetInBody: (socket: Socket) =>
    socket.write(`${begun}Content-Length: 1000\r\n\r\n{"id":`, () => socket.resetAndDestroy()),
  closeInBody: (socket: Socket) => socket.write(`${begun}Content-Length: 1000\r\n\r\n{"id":`, () => socket.destroy()),
  closeInChunk: (socket: Socket) =>
    socket.write(`${begun}Transfer-Encoding: chunked\r\n\r\nff\r\n{"id":`, () => socket.destroy()),
  closeBetweenChunks: (socket: Socket) =>
    socket.write(`${begun}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`, () => socket.destroy()),
  notHttp: (socket: Socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"),
  hang: () => undefined,
  hangInBody: (socket: Socket) => socket.write(`${begun}Content-Length: 1000\r\n\r\n{"id":`),
  drip(socket: Socket) {
    socket.write(`${begun}Content-Length: 100000\r\n\r\n{`);
    const timer = setInterval(() => socket.write(" "), 10);
    socket.once("close", () => clearInterval(timer));
  },
} as const;

/** A running server. */
export type ScriptedServer = {
  /** Scripts the responses of one row; the last repeats. */
  script(answers: readonly ScriptedResponse[]): { readonly url: string; readonly seen: readonly Seen[] };
  /** Requests to a path that no row has, such as a redirect's target. */
  readonly strays: readonly string[];
  close(): Promise<void>;
};

export async function startScriptedServer(): Promise<ScriptedServer> {
  const rows: { readonly answers: readonly ScriptedResponse[]; readonly seen: Seen[] }[] = [];
  const strays: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("error", () => undefined);
    request.on("end", () => {
      const [, place = "", path = ""] = /^\/row-(\d+)(\/.*)$/.exec(request.url ?? "") ?? [];
      const row = rows[Number(place)];
      if (place === "" || row === undefined) {
        strays.push(request.url ?? "");
        response.writeHead(404).end();
        return;
      }
      const { seen, answers } = row;
      const headers = request.headers as Record<string, string | undefined>;
      seen.push({ method: request.method ?? "", path, headers, body });
      const answer = answers[Math.min(seen.length, answers.length) - 1];
      if (answer !== undefined) give(answer, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    strays,
    script(answers) {
      const seen: Seen[] = [];
      rows.push({ answers, seen });
      return { url: `http://127.0.0.1:${port}/row-${rows.length - 1}`, seen };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function give(answer: ScriptedResponse, response: ServerResponse, request: IncomingMessage): void {
  if ("fault" in answer) {
    faults[answer.fault](request.socket);
    return;
  }
  const { status, body, headers = {}, closesAfterwards = false } = answer;
  const text = answer.text ?? (body === undefined ? "" : JSON.stringify(body));
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(text, () => {
    if (closesAfterwards) request.socket.destroy();
  });
}

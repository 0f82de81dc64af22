/** A provider that echoes the requests it receives: a relay in front of a simulator that sometimes answers itself. */
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** The parts of a request that a response may quote. */
interface Quoted {
  /** Credential and body, one after the other. */
  readonly all: string;
  /** The same, as a header value. */
  readonly inHeader: string;
}

type Write = (quoted: Quoted) => string | Buffer;

const head = (status: number, reason: string, headers: Readonly<Record<string, string>>): string =>
  [`HTTP/1.1 ${status} ${reason}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "", ""].join(
    "\r\n",
  );

/** A response that quotes in its reason phrase, a header and its body. */
function whole(status: number, type: string, body: (all: string) => string): Write {
  return ({ all, inHeader }) => {
    const text = body(all);
    const headers = {
      "content-type": type,
      "x-echo": inHeader,
      "x-request-id": inHeader.slice(-60),
      connection: "close",
    };
    return head(status, inHeader, { ...headers, "content-length": String(Buffer.byteLength(text)) }) + text;
  };
}

const messages = (all: string): string =>
  JSON.stringify({ messages: [`Not accepted: ${all}`, all], success: false, error: all });

/** The kinds of echoes. */
const echoes = {
  "400 as JSON": whole(400, "application/json", messages),
  "400 as a page": whole(400, "text/html", (all) => `<h1>${all}</h1>`),
  "401": whole(401, "application/json", messages),
  "404": whole(404, "application/json", messages),
  "422": whole(422, "application/json", messages),
  "403": whole(403, "application/json", messages),
  "500": whole(500, "text/plain", (all) => `Error: ${all}\n    at ${all} (/srv/x.js:1:1)`),
  "200 that is no JSON": whole(200, "application/json", (all) => `{"value":${all}`),
  "200 of another type": whole(200, "text/plain", (all) => all),
  "200 of another form": whole(200, "application/json", (all) =>
    JSON.stringify({ [all]: all, name: [all], value: { raw: { all } } }),
  ),
  "204 with a body": whole(204, "application/json", messages),
  redirect: ({ inHeader }) =>
    head(302, "Found", { location: `https://elsewhere.example/${inHeader}?x=${inHeader}`, "content-length": "0" }),
  "redirect that keeps the method": ({ inHeader }) =>
    head(307, inHeader, { location: `/${inHeader}`, "content-length": "0" }),
  "cut short": ({ all, inHeader }) =>
    `${head(200, inHeader, { "content-type": "application/json", "content-length": "99999" })}${all}`,
  "malformed head": ({ all }) => `HTTP/1.1 200 OK\r\n${all}\r\nno colon ${all}\r\n\r\n${all}`,
  "no HTTP": ({ all }) => all,
  "broken chunks": ({ all }) => `${head(200, "OK", { "transfer-encoding": "chunked" })}${all}\r\n`,
  trailers: ({ inHeader }) =>
    `${head(500, "No", { "transfer-encoding": "chunked", trailer: "x-echo" })}2;${inHeader}\r\n{}\r\n0\r\nx-echo: ${inHeader}\r\n\r\n`,
  "a head of its own before": ({ all, inHeader }) =>
    head(103, inHeader, { link: `<${inHeader}>` }) +
    whole(400, "application/json", messages)({ all, inHeader }).toString(),
  "packed wrongly": ({ all, inHeader }) => {
    const body = Buffer.concat([gzipSync(all).subarray(0, -6), Buffer.from(all)]);
    const headers = {
      "content-encoding": "gzip",
      "content-type": "application/json",
      "content-length": String(body.length),
    };
    return Buffer.concat([Buffer.from(head(200, inHeader, headers)), body]);
  },
} as const satisfies Record<string, Write>;

/** One of these kinds. */
export type Echo = keyof typeof echoes;
/** All kinds except the 401, after which a connection needs reconnecting. */
export const everyEcho = (Object.keys(echoes) as readonly Echo[]).filter((way) => way !== "401");

/** The bytes of a response. @param texts everything that it quotes. */
export function echoOf(way: Echo, texts: readonly string[]): string | Buffer {
  return echoes[way]({ all: texts.join("\n"), inHeader: texts.map(encodeURIComponent).join("").slice(0, 6000) });
}

/** A running relay. */
export interface EchoingProvider {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Answers the next `times` requests with this method, and with this part of a path. */
  echo(way: Echo, match: { readonly method: string; readonly path?: string; readonly times?: number }): void;
  /** Sets the provider's own text, which now precedes each quotation. */
  say(message: string): void;
  /** Drops pending echoes. @returns the number of echoes sent. */
  settle(): number;
  close(): Promise<void>;
}

/** Starts it in front of the server that answers everything else. */
export async function startEchoingProvider(behind: string): Promise<EchoingProvider> {
  const waiting: { way: Echo; method: string; path: string; times: number }[] = [];
  let played = 0;
  let said = "";
  const server = createServer((request, response) => {
    const rule = waiting.find(
      ({ method, path, times }) => times > 0 && method === request.method && (request.url ?? "").includes(path),
    );
    if (rule === undefined) {
      pass(behind, request, response);
      return;
    }
    rule.times -= 1;
    played += 1;
    void sayBack(rule.way, said, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    echo: (way, { method, path = "", times = 1 }) => void waiting.push({ way, method, path, times }),
    say: (message) => void (said = message),
    settle() {
      waiting.length = 0;
      return played;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function sayBack(way: Echo, said: string, request: IncomingMessage): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const sent = Buffer.concat(chunks).toString();
  const value = /"value":("(?:[^"\\]|\\.)*")/.exec(sent)?.[1];
  const credential = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  const valueText = value === undefined ? "" : String(JSON.parse(value));
  request.socket.end(echoOf(way, [said, credential, request.url ?? "", valueText, sent]));
}

/** Forwards a request unchanged, and its response; a failure behind it becomes a failure here. */
function pass(target: string, request: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = new URL(target);
  const options = { hostname, port, method: request.method, path: request.url, headers: request.rawHeaders };
  const onward = sendRequest(options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
    answer.once("close", () => {
      if (!answer.complete) response.socket?.resetAndDestroy();
    });
  });
  onward.once("error", () => response.socket?.resetAndDestroy());
  response.once("close", () => onward.destroy());
  request.pipe(onward);
}

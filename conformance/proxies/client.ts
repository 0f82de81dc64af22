/** Requests to the server's name at a proxy on loopback, over HTTP/1.1 and HTTP/2. */
import { once } from "node:events";
import { connect as connectHttp2, type IncomingHttpHeaders } from "node:http2";
import { request as requestHttps } from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { certificate, names } from "./programs.ts";

/** A complete response. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** A request. `pauseMs`: how long to wait between the parts of the body. */
export type Ask = {
  method?: string;
  path: string;
  host?: string;
  headers?: Readonly<Record<string, string>>;
  body?: readonly (string | Buffer)[];
  pauseMs?: number;
  /** Called with each part of the response, as it arrives; `false` hangs up. */
  onData?: (text: string) => boolean;
};

/** Sends a request over HTTP/1.1. */
export function askHttp1(port: number, { method = "GET", path, host = names.api, ...rest }: Ask): Promise<Answer> {
  const { headers = {}, body = [], pauseMs = 0, onData = () => true } = rest;
  const length =
    body.length === 0
      ? {}
      : { "content-length": String(Buffer.concat(body.map((one) => Buffer.from(one))).byteLength) };
  return new Promise((resolve, reject) => {
    const outgoing = requestHttps(
      {
        host: "127.0.0.1",
        port,
        servername: host,
        ca: certificate,
        method,
        path,
        agent: false,
        headers: { host, ...length, ...headers },
      },
      (incoming) => {
        let text = "";
        const answer = (): void => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
        incoming.setEncoding("utf8").on("data", (part: string) => {
          text += part;
          if (onData(part)) return;
          answer();
          outgoing.destroy();
        });
        incoming.on("end", answer).on("error", reject);
      },
    );
    outgoing.on("error", reject);
    void (async () => {
      for (const [index, part] of body.entries()) {
        if (index > 0) await delay(pauseMs);
        outgoing.write(part);
      }
      outgoing.end();
    })();
  });
}

/** Sends a GET over HTTP/2. */
export async function askHttp2(port: number, path: string, host: string = names.api): Promise<Answer> {
  const session = connectHttp2(`https://${host}`, {
    ca: certificate,
    host: "127.0.0.1",
    port,
    servername: host,
  });
  try {
    const stream = session.request({ ":path": path, ":authority": host });
    const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders & { ":status"?: number }];
    let text = "";
    for await (const part of stream.setEncoding("utf8")) text += String(part);
    return { status: headers[":status"] ?? 0, headers, text };
  } finally {
    session.destroy();
  }
}

/** Receives a server's webhooks and traces; its responses quote them and the receiver's own secrets. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { echoOf, type Echo } from "./echoing-provider.ts";
import type { Location } from "./locations.ts";

/** A running receiver. */
export interface Receiver {
  /** `http://127.0.0.1:<port>`; `/v1/traces` accepts traces, every other path webhooks. */
  readonly url: string;
  /** How to answer the next webhook. */
  echo(way: Echo | "410"): void;
  /** Quotes this in every response from now on. */
  quote(text: string): void;
  /** Whether a request of this kind with this text has arrived since the last `take`. */
  hasGot(kind: "webhook" | "trace", text: string): boolean;
  /** All requests since the last call, with path, headers and body. */
  take(): readonly Location[];
  close(): Promise<void>;
}

const tracesPath = "/v1/traces";

/** Starts it. Other webhooks, and every second batch of traces, get a 200 that quotes too. */
export async function startReceiver(): Promise<Receiver> {
  const waiting: (Echo | "410")[] = [];
  const quoted: string[] = [];
  let received: (Location & { readonly bytes: string })[] = [];
  let batches = 0;
  const receive = async (request: IncomingMessage): Promise<void> => {
    const body = await readAll(request);
    const headers = JSON.stringify(request.headers);
    // A misdirected request isn't a webhook.
    if (request.method !== "POST") {
      request.socket.end(echoOf("400 as JSON", [...quoted, headers]));
      return;
    }
    const isTrace = request.url === tracesPath;
    // The key is intended for the collector.
    const sent = isTrace ? body : `${request.url ?? ""}\n${headers}\n${body}`;
    const where = isTrace ? "a batch of traces" : "a webhook";
    received.push({ kind: isTrace ? "trace" : "webhook", where, bytes: sent, allowed: [] });
    if (isTrace) batches += 1;
    const refusal = batches % 2 === 0 ? "400 as JSON" : "taken";
    const way = isTrace ? refusal : (waiting.shift() ?? "taken");
    request.socket.end(responseOf(way, [...quoted, headers, body.slice(0, 2000)]));
  };
  const server = createServer((request) => void receive(request));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    echo: (way) => void waiting.push(way),
    quote: (text) => void quoted.push(text),
    hasGot: (kind, text) => received.some((location) => location.kind === kind && location.bytes.includes(text)),
    take() {
      const taken = received;
      received = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function responseOf(way: Echo | "410" | "taken", texts: readonly string[]): string | Buffer {
  if (way !== "taken" && way !== "410") return echoOf(way, texts);
  const [, ...rest] = echoOf("400 as JSON", texts).toString().split(" ");
  return ["HTTP/1.1", way === "410" ? "410" : "200", ...rest.slice(1)].join(" ");
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** What a server sends on its own, webhooks and traces, comes here; what is answered quotes it, and the receiver's own secrets. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { echoOf, type Echo } from "./echoing-provider.ts";
import type { Location } from "./locations.ts";

/** A running receiver. */
export interface Receiver {
  /** `http://127.0.0.1:<port>`; traces go to `/v1/traces` beneath it, and everything else is a webhook. */
  readonly url: string;
  /** The next webhook is answered so. */
  echo(way: Echo | "410"): void;
  /** Every answer from now on quotes this as well. */
  quote(text: string): void;
  /** Whether one of this kind came that holds this text and was not taken yet. */
  hasGot(kind: "webhook" | "trace", text: string): boolean;
  /** Everything that came since the last time, each request with its path, headers and body. */
  take(): readonly Location[];
  close(): Promise<void>;
}

const tracesPath = "/v1/traces";

/** Starts it. Webhooks that no echo waits for are taken with a 200 that quotes as well, and so is every other batch of traces. */
export async function startReceiver(): Promise<Receiver> {
  const waiting: (Echo | "410")[] = [];
  const quoted: string[] = [];
  let received: (Location & { readonly bytes: string })[] = [];
  let batches = 0;
  const receive = async (request: IncomingMessage): Promise<void> => {
    const body = await readAll(request);
    const headers = JSON.stringify(request.headers);
    // What was asked of it by mistake is no webhook.
    if (request.method !== "POST") {
      request.socket.end(echoOf("400 as JSON", [...quoted, headers]));
      return;
    }
    const isTrace = request.url === tracesPath;
    // Its collector is who the key is for.
    const sent = isTrace ? body : `${request.url ?? ""}\n${headers}\n${body}`;
    const where = isTrace ? "a batch of traces" : "a webhook";
    received.push({ kind: isTrace ? "trace" : "webhook", where, bytes: sent, allowed: [] });
    if (isTrace) batches += 1;
    const refusal = batches % 2 === 0 ? "400 as JSON" : "taken";
    const way = isTrace ? refusal : (waiting.shift() ?? "taken");
    request.socket.end(answerOf(way, [...quoted, headers, body.slice(0, 2000)]));
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

function answerOf(way: Echo | "410" | "taken", texts: readonly string[]): string | Buffer {
  if (way !== "taken" && way !== "410") return echoOf(way, texts);
  const [, ...rest] = echoOf("400 as JSON", texts).toString().split(" ");
  return ["HTTP/1.1", way === "410" ? "410" : "200", ...rest.slice(1)].join(" ");
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

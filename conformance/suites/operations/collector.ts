/** A minimal trace collector: keeps the received spans, and can refuse requests or not answer. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A received span (OTLP/HTTP JSON). */
export interface ArrivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

export interface Collector {
  readonly url: string;
  /** Headers of each request. */
  readonly headers: readonly NodeJS.Dict<string | string[]>[];
  /** All received text. */
  text(): string;
  spans(): readonly ArrivedSpan[];
  /** Answers with this status from now on; null for no response. */
  respond(status: number | null): void;
  close(): void;
}

interface Batch {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ArrivedSpan[] }[] }[];
}

/** Starts it on loopback. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  let status: number | null = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    headers.push(request.headers);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      bodies.push(Buffer.concat(chunks).toString("utf8"));
      if (status !== null) response.writeHead(status, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    text: () => bodies.join("\n"),
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Batch).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    respond: (next) => void (status = next),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A span's attribute; undefined if there is none with this name. */
export function attributeOf(span: ArrivedSpan, name: string): unknown {
  const value = span.attributes.find(({ key }) => key === name)?.value;
  return value === undefined ? undefined : Object.values(value)[0];
}

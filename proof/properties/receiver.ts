/** Receives the webhooks of a run: each endpoint has its own path. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A running receiver. */
export interface WebhookReceiver {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** The webhooks of a path, oldest first. */
  at(path: string): readonly ReceivedWebhook[];
  /** Answers the next webhook to this path with this status instead of 200. */
  answerNext(path: string, status: number): void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received = new Map<string, ReceivedWebhook[]>();
  const statuses = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.set(path, [...(received.get(path) ?? []), { headers, body }]);
      response.writeHead(statuses.get(path) ?? 200).end();
      statuses.delete(path);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    at: (path) => received.get(path) ?? [],
    answerNext: (path, status) => void statuses.set(path, status),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A program that receives webhooks, and the library that verifies them. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** A request to an endpoint. */
export type Received = { headers: IncomingHttpHeaders; body: string };

/** An endpoint that answers with these statuses, one per request, and then 200. */
export async function receiver(statuses: number[] = []): Promise<{
  url: string;
  received: Received[];
  answerNext(status: number): void;
  /** Waits for a number of requests. */
  count(n: number): Promise<void>;
  close(): void;
}> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?x=1`,
    received,
    answerNext: (status) => void statuses.push(status),
    count: (n) => until(() => received.length >= n),
    close: () => void server.close(),
  };
}

/** Waits for a condition, at most a minute. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await holds());) {
    assert.ok(Date.now() < end, "it did not happen within a minute");
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}

/** The contents of a verified delivery. */
export type VerifiedEvent = { type: string; data: Record<string, unknown> };

/** @throws if the library rejects the delivery. */
export function verified(secret: string, { headers, body }: Received): VerifiedEvent {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as VerifiedEvent;
}

/** Providers made of bare sockets, so that a test controls every byte and every reset. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { TestContext } from "node:test";
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { createEgress, defaultLimits } from "../../../src/adapters/egress/index.ts";
import type { Egress, EgressLimits, EgressOptions } from "../../../src/adapters/egress/index.ts";

/** The self-signed certificate of {@link rawServer} with `tls`. */
export const certificate = readFileSync(new URL("test-only-certificate.pem", import.meta.url), "utf8");
const key = readFileSync(new URL("test-only-key.pem", import.meta.url), "utf8");

/** What the server saw. */
export type RawServer = {
  origin: string;
  port: number;
  /** Everything that each connection received, in the order of connecting. */
  received: string[];
  sockets: Socket[];
};

/** Returns the number of requests that the server saw. */
export function requestCount(server: RawServer): number {
  return server.received.join("").match(/ HTTP\/1\.1\r\n/g)?.length ?? 0;
}

/** Whether the client has closed every connection. */
export function allEnded(server: RawServer): boolean {
  return server.sockets.every((socket) => socket.destroyed || socket.readableEnded);
}

/**
 * @param onRequest called for each complete head that a connection received; `count` counts from 1 on each connection.
 */
export async function rawServer(
  t: TestContext,
  onRequest: (socket: Socket, count: number) => void,
  options: { tls?: boolean; onConnection?: (socket: Socket) => void } = {},
): Promise<RawServer> {
  const received: string[] = [];
  const sockets: Socket[] = [];
  const accept = (socket: Socket): void => {
    const index = received.push("") - 1;
    sockets.push(socket);
    let answered = 0;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      received[index] += chunk.toString("latin1");
      const heads = received[index]?.match(/ HTTP\/1\.1\r\n/g)?.length ?? 0;
      while (answered < heads && received[index]?.includes("\r\n\r\n") === true) onRequest(socket, (answered += 1));
    });
    options.onConnection?.(socket);
  };
  const server: Server =
    options.tls === true ? createTlsServer({ key, cert: certificate }, accept) : createServer(accept);
  server.on("tlsClientError", () => {});
  server.listen(0, options.tls === true ? "0.0.0.0" : "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `${options.tls === true ? "https" : "http"}://127.0.0.1:${port}`, port, received, sockets };
}

/** The credential that every test sends; it must appear only on the wire. */
export const canary = "Bearer dp.sa.canary-9f3a7c";

/** Limits that a machine doesn't reach even if it stalls for a second. A test that waits for a limit sets its own. */
export const patientLimits: EgressLimits = {
  ...defaultLimits,
  connectTimeoutMs: 20_000,
  headersTimeoutMs: 20_000,
  totalTimeoutMs: 30_000,
};

/** Creates an outbound client with one provider, `acme`. */
export function egressTo(
  t: TestContext,
  origin: string,
  options: Partial<EgressOptions> & { loopbackOnly?: boolean } = {},
): Egress {
  const { loopbackOnly = true, ...rest } = options;
  const egress = createEgress({
    targets: [
      {
        provider: "acme",
        service: "api",
        origin,
        requestIdHeader: "X-Request-Id",
        responseHeaders: ["Link"],
        loopbackOnly,
      },
    ],
    limits: patientLimits,
    userAgent: "svc-test",
    monotonicMs: () => performance.now(),
    nowMs: () => Date.parse("2030-01-01T00:00:00Z"),
    ...rest,
  });
  t.after(() => egress.close());
  return egress;
}

/** A deadline that is far enough away. */
export function soon(): number {
  return performance.now() + 30_000;
}

/** The change that the tests send. */
export const change: ProviderRequest = { method: "POST", path: ["v3", "secrets"], json: { name: "A" } };

/** Sends one request on its own channel. */
export async function sendOnce(egress: Egress, request: ProviderRequest = change): Promise<ExchangeFacts> {
  const channel = egress.open("acme", { headers: { authorization: canary }, deadlineMs: soon() });
  try {
    return await channel.send(request);
  } finally {
    channel.close();
  }
}

/** Waits until a condition holds. @throws Error after a minute. */
export async function until(holds: () => boolean): Promise<void> {
  const endMs = performance.now() + 60_000;
  while (!holds()) {
    if (performance.now() > endMs) throw new Error("The condition was not met in time.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

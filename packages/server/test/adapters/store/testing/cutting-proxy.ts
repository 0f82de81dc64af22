/** A TCP proxy in front of PostgreSQL that can pass a statement on and lose its response. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** The proxy, and when it cuts. */
export type CuttingProxy = {
  /** The database's URL, through the proxy. */
  url: string;
  /** Passes the next statement with this text on and loses its response, once. */
  loseResponseTo(text: string): void;
  /** Passes nothing on from now on, and breaks open connections. */
  cutAll(): void;
  /** Answers lost so far. */
  lost(): number;
  close(): Promise<void>;
};

/** `ReadyForQuery` outside a transaction: the batch has taken effect. */
const isIdle = Buffer.from("Z\0\0\0\u0005I", "latin1");
const goesOnMs = 200;

/** @param databaseUrl the database behind it. */
export async function cuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let loses: string | null = null;
  let lost = 0;
  let cut = false;
  const server = createServer((client) => {
    if (cut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    let swallows = false;
    const lose = (): void => {
      if (client.destroyed) return;
      lost += 1;
      client.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (data) => {
      if (loses !== null && data.includes(loses)) {
        loses = null;
        swallows = true;
      }
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (!swallows) {
        client.write(data);
        return;
      }
      if (data.subarray(-isIdle.length).equals(isIdle)) lose();
      // Within an open transaction, nothing more is sent.
      else setTimeout(lose, goesOnMs);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const through = new URL(databaseUrl);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    loseResponseTo(text) {
      loses = text;
    },
    cutAll() {
      cut = true;
      for (const socket of sockets) socket.destroy();
    },
    lost: () => lost,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

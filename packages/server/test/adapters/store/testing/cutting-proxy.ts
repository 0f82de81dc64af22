/** A TCP proxy before PostgreSQL that can let a statement through and lose its answer. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** The proxy, and when it cuts. */
export type CuttingProxy = {
  /** The database's URL, through the proxy. */
  url: string;
  /** The next statement that holds this text reaches the server, and its answer reaches nobody. Once. */
  loseAnswerTo(text: string): void;
  /** From now on nothing is let through, and open connections break. */
  cutAll(): void;
  /** Answers lost so far. */
  lost(): number;
  close(): Promise<void>;
};

/** `ReadyForQuery`, outside a transaction: what was sent together has taken effect. */
const isIdle = Buffer.from("Z\0\0\0\u0005I", "latin1");
const goesOnMs = 200;

/** @param databaseUrl the database to stand before. */
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
      // In a transaction that goes on it is not told more.
      else setTimeout(lose, goesOnMs);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const through = new URL(databaseUrl);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    loseAnswerTo(text) {
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

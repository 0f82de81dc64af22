/** A proxy on loopback that breaks the first response off that is an event stream to a tool's call. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";

/** A running proxy. */
export type CuttingProxy = {
  url: string;
  /** How many streams it has cut, and how many continuations have passed. */
  seen: { cuts: number; continuations: number };
  close(): void;
};

/** Starts it in front of a server. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { port, pathname } = new URL(target);
  const seen = { cuts: 0, continuations: 0 };
  const server = createServer((inside) => {
    const outside = connect(Number(port), "127.0.0.1");
    let isCall = false;
    inside.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      if (text.includes('"tools/call"')) isCall = true;
      if (/^GET /m.test(text) && /^last-event-id:/im.test(text)) seen.continuations += 1;
      outside.write(bytes);
    });
    outside.on("data", (bytes) => {
      const isCut = isCall && seen.cuts === 0 && /^id: /m.test(bytes.toString("latin1"));
      if (isCut) seen.cuts += 1;
      inside.write(bytes, () => isCut && inside.destroy());
    });
    for (const [socket, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      socket.on("error", () => undefined);
      socket.on("close", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${pathname}`;
  return { url, seen, close: () => void server.close() };
}

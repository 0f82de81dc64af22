/**
 * The provider, a separate process: it repeats the simulated provider's responses to the same requests
 * from the start of the bench, byte for byte except for the date. The simulator itself keeps a ledger of each
 * request and counts rate limits, which would only use processor time that the measured servers need.
 */
import { createServer, type AddressInfo } from "node:net";
import { orderOf, tell } from "./child.ts";
import { HttpFrames } from "./http-frames.ts";

/** The recorded responses, whole, by `METHOD /path` without the query. */
export type Recording = Readonly<Record<string, string>>;

/** Names a request in a {@link Recording}. */
export function recordingKey(method: string, target: string): string {
  return `${method} ${target.split("?", 1)[0] ?? ""}`;
}

const notRecorded = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n";

if (import.meta.main) {
  const responses = new Map(Object.entries(orderOf() as Recording));
  const server = createServer((socket) => {
    const frames = new HttpFrames();
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk: Buffer) => {
      for (const { head } of frames.take(chunk)) {
        const [method = "", target = ""] = head.split(" ", 2);
        socket.write(responses.get(recordingKey(method, target)) ?? notRecorded);
      }
    });
  });
  server.listen(0, "127.0.0.1", () => tell({ port: (server.address() as AddressInfo).port }));
}

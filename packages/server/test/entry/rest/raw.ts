/** Handwritten requests, so that a test can stop in the middle of one. */
import { once } from "node:events";
import { connect, type AddressInfo, type Server, type Socket } from "node:net";
import type { Server as HttpServer } from "node:http";
import { until } from "../mcp/until.ts";

/** A connection and what it received. */
export type RawConnection = { socket: Socket; text: () => string; isClosed: () => boolean };

/** Connects and sends text, which needn't be a whole request. */
export async function sendRaw(server: Server | HttpServer, text: string): Promise<RawConnection> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  let closed = false;
  socket.on("data", (bytes: Buffer) => {
    received += bytes.toString("latin1");
  });
  socket.on("error", () => {});
  socket.once("close", () => {
    closed = true;
  });
  await once(socket, "connect");
  socket.write(text);
  return { socket, text: () => received, isClosed: () => closed };
}

/** Waits for the status line of the first response. */
export async function statusOf(connection: RawConnection): Promise<number> {
  return await until(() => {
    const [, status] = /^HTTP\/1\.1 (\d{3}) .*\r\n\r\n/s.exec(connection.text()) ?? [];
    return status === undefined ? null : Number(status);
  });
}

/** The head of a `POST`. */
export function postHead(path: string, bytes: number, headers: readonly string[] = []): string {
  return [`POST ${path} HTTP/1.1`, "Host: 127.0.0.1", `Content-Length: ${bytes}`, ...headers, "", ""].join("\r\n");
}

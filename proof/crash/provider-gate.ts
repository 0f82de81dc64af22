/**
 * A TCP relay between a server and the provider. It forwards bytes in small pieces (the first byte, the middle, the
 * last byte of each chunk); each piece is an event at which the server can be killed or stopped.
 */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import type { Trigger } from "./trigger.ts";

/** A running relay. */
export interface Gate {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a relay to a loopback port. */
export async function startProviderGate(targetPort: number, trigger: Trigger): Promise<Gate> {
  return await startRelay(targetPort, (client, provider) => {
    void relay(client, provider, "request", trigger);
    void relay(provider, client, "response", trigger);
  });
}

/** Listens on loopback and opens a connection to the target for each client. `carry` moves the bytes. */
export async function startRelay(targetPort: number, carry: (client: Socket, target: Socket) => void): Promise<Gate> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    // A killed peer resets its connection.
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    return socket.setNoDelay(true);
  };
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const target = keep(connect({ port: targetPort, host: "127.0.0.1", allowHalfOpen: true }));
    keep(client);
    client.once("close", () => target.destroy());
    target.once("close", () => client.destroy());
    carry(client, target);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    port: (listener.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, "close");
    },
  };
}

/** Writes and waits until the kernel has the bytes; false if the socket is gone. */
export async function written(socket: Socket, bytes: Uint8Array): Promise<boolean> {
  if (socket.destroyed) return false;
  return await new Promise((resolve) => socket.write(bytes, (error) => resolve(error === undefined || error === null)));
}

async function relay(from: Socket, to: Socket, direction: string, trigger: Trigger): Promise<void> {
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (const piece of piecesOf(chunk)) {
        const label = `${direction}, ${piece.length} bytes`;
        const { n, meeting } = trigger.before("byte", label);
        if (meeting !== null) await meeting;
        if (!(await written(to, piece))) return;
        const after = trigger.after("byte", n, label);
        if (after !== null) await after;
      }
    }
    to.end();
  } catch {
    to.destroy();
  }
}

function piecesOf(chunk: Buffer): readonly Buffer[] {
  if (chunk.length < 3) return [chunk];
  return [chunk.subarray(0, 1), chunk.subarray(1, -1), chunk.subarray(-1)];
}

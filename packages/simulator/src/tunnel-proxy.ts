/** An HTTP proxy on loopback for CONNECT only. It refuses, says nothing, or cuts at a byte, as its user wants. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

/** Where the proxy cuts: in the request for a tunnel, in its own answer, or in the tunnel, after this many bytes. */
export type TunnelCut = { in: "request" | "answer" | "up" | "down"; bytes: number; how: "end" | "reset" };

/** What the proxy does with the next connections: nothing, or what this says. `answer` replaces its own. */
export type TunnelMood = { cut?: TunnelCut; answer?: string; isSilent?: boolean };

/** A running proxy. */
export type TunnelProxy = {
  readonly url: string;
  /** For connections from now on. */
  mood: TunnelMood;
  /** What each connection asked for, as received. */
  readonly heads: string[];
  /** The number of tunnels that stood. */
  readonly tunnels: number;
  /** The bytes that went through the last tunnel. */
  readonly passed: Readonly<{ up: number; down: number }>;
  /** Cuts every connection, also idle ones. */
  hangUp(): void;
  close(): void;
};

/** The proxy's answer to CONNECT. */
export const tunnelEstablished = "HTTP/1.1 200 Connection established\r\n\r\n";

/**
 * Starts a proxy.
 * @param upstreamPort where every tunnel leads, on loopback, whatever host is asked for.
 * @param options.user `user:password` for its URL. It accepts every user. @param options.tls its own certificate.
 */
export async function startTunnelProxy(
  upstreamPort: number,
  { user = "", tls }: { user?: string; tls?: { key: string; cert: string } } = {},
): Promise<TunnelProxy> {
  const sockets = new Set<Socket>();
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  };
  const serve = (socket: Socket): void => accept(state, kept(socket), () => kept(connect(upstreamPort, "127.0.0.1")));
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const state = {
    url: `${tls === undefined ? "http" : "https"}://${user === "" ? "" : `${user}@`}127.0.0.1:${port}`,
    mood: {},
    heads: [],
    tunnels: 0,
    passed: { up: 0, down: 0 },
    hangUp() {
      for (const socket of sockets) socket.destroy();
    },
    close() {
      state.hangUp();
      server.close();
    },
  };
  return state;
}

function accept(
  state: { mood: TunnelMood; heads: string[]; tunnels: number; passed: { up: number; down: number } },
  client: Socket,
  openUpstream: () => Socket,
): void {
  const { cut, answer = tunnelEstablished, isSilent = false } = state.mood;
  const index = state.heads.push("") - 1;
  if (cut?.in === "request" && cut.bytes === 0) {
    hangUp(client, cut.how);
    return;
  }
  const onHead = (chunk: Buffer): void => {
    const head = (state.heads[index] ?? "") + chunk.toString("latin1");
    state.heads[index] = head;
    if (cut?.in === "request") hangUp(client, cut.how);
    if (cut?.in === "request" || isSilent || !head.includes("\r\n\r\n")) return;
    client.off("data", onHead);
    if (cut?.in === "answer") {
      client.write(answer.slice(0, cut.bytes), () => hangUp(client, cut.how));
      return;
    }
    client.write(answer);
    if (!answer.endsWith(tunnelEstablished)) return;
    state.tunnels += 1;
    // Only the newest tunnel's bytes are shown.
    const passed = { up: 0, down: 0 };
    state.passed = passed;
    const upstream = openUpstream();
    join(client, upstream, (bytes) => (passed.up += bytes), cut?.in === "up" ? cut : null);
    join(upstream, client, (bytes) => (passed.down += bytes), cut?.in === "down" ? cut : null);
  };
  client.on("data", onHead);
}

/** Passes bytes on until the cut. What comes after it is lost, in both directions. */
function join(from: Socket, to: Socket, count: (bytes: number) => void, cut: TunnelCut | null): void {
  let left = cut?.bytes ?? Infinity;
  from.on("data", (bytes: Buffer) => {
    count(bytes.byteLength);
    if (bytes.byteLength < left) {
      left -= bytes.byteLength;
      to.write(bytes);
      return;
    }
    from.pause();
    const end = (): void => {
      for (const socket of [from, to]) hangUp(socket, cut?.how ?? "end");
    };
    if (left <= 0) end();
    else to.write(bytes.subarray(0, left), end);
  });
  from.on("close", () => to.destroy());
}

function hangUp(socket: Socket, how: TunnelCut["how"]): void {
  if (how === "reset") socket.resetAndDestroy();
  else socket.destroy();
}

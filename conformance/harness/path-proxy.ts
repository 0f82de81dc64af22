/** A proxy that serves a server under a path of its own address, like an operator's might: it strips the path. */
import { createServer, request } from "node:http";

/** A running proxy. */
export interface PathProxy {
  /** Sets the address to which it sends requests. */
  toward(url: string): void;
  close(): Promise<void>;
}

/**
 * Starts a proxy on a loopback port.
 * @param path such as `/base`. @param whole paths outside `path` that are passed to the server unchanged.
 */
export async function startPathProxy(port: number, path: string, whole: readonly string[] = []): Promise<PathProxy> {
  let target = "";
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    const isUnder = url === path || url.startsWith(`${path}/`);
    if (!isUnder && !whole.some((one) => url.startsWith(one))) return void outgoing.writeHead(404).end("not svc");
    const sent = request(
      new URL(isUnder ? url.slice(path.length) || "/" : url, target),
      { method, headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(outgoing);
      },
    );
    sent.on("error", () => outgoing.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    toward: (url) => void (target = url),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

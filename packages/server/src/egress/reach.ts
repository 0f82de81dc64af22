/** Whether a TLS connection to a host can be made, for the operator's doctor. Nothing is sent over it. */
import { connect, type ConnectionOptions } from "node:tls";

const timeoutMs = 5000;

/**
 * Connects and hangs up.
 * @param host a name, with a port where it is not 443. @param trust certificates in the place of the system's, for tests.
 * @returns null where it could; otherwise a code such as `ENOTFOUND`, never a text of the other side.
 */
export function reachByTls(host: string, trust: Pick<ConnectionOptions, "ca"> = {}): Promise<string | null> {
  const { hostname, port } = new URL(`https://${host}`);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: port === "" ? 443 : Number(port), servername: hostname, ...trust });
    const end = (fault: string | null): void => {
      socket.destroy();
      resolve(fault);
    };
    socket.setTimeout(timeoutMs, () => end("ETIMEDOUT"));
    socket.once("secureConnect", () => end(null));
    socket.once("error", (error) => {
      const code = "code" in error && typeof error.code === "string" ? error.code : "";
      end(/^[A-Z0-9_]{1,64}$/.test(code) ? code : "FAILED");
    });
  });
}

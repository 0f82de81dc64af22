/** Tests whether a TLS connection to a host can be opened, for the operator's doctor. It sends nothing. */
import { dial } from "./dial.ts";
import type { EgressProxy } from "./proxy.ts";
import { connect, getCACertificates } from "node:tls";

const timeoutMs = 5000;

/**
 * Connects and hangs up.
 * @param host a name, with a port unless it is 443. @param extraCa PEM of certificate authorities to trust besides the
 * system's. @param proxy the operator's proxy, for hosts that it takes.
 * @returns null on success; otherwise a code such as `ENOTFOUND`, never text from the other side.
 */
export function reachByTls(
  host: string,
  extraCa: string | null = null,
  proxy: EgressProxy | null = null,
): Promise<string | null> {
  const { hostname, port } = new URL(`https://${host}`);
  if (proxy?.takes(new URL(`https://${host}`)) === true) return reachThrough(proxy, host, extraCa);
  return new Promise((resolve) => {
    const trust = extraCa === null ? {} : { ca: [...getCACertificates("default"), extraCa] };
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

function reachThrough(proxy: EgressProxy, host: string, extraCa: string | null): Promise<string | null> {
  return new Promise((resolve) => {
    const codes: string[] = [];
    const target = {
      origin: new URL(`https://${host}`),
      isAllowedAddress: () => true,
      ...(extraCa === null ? {} : { extraCa }),
    };
    const machine = { note: (code: string) => void codes.push(code), shortage: () => null };
    // The proxy resolves the name.
    const lookup = () => Promise.resolve([]);
    dial({ target, lookup, connectTimeoutMs: timeoutMs, machine, proxy }, (error, socket) => {
      socket?.destroy();
      resolve(error === null ? null : (codes[0] ?? error.reason.toUpperCase()));
    });
  });
}

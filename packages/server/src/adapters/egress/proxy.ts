/** The operator's egress proxy: its address, what it is for, and the tunnels through it. */
import { isIP, connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls, getCACertificates } from "node:tls";
import type { NotSentReason } from "@svc/provider-kit";
import { codesOf, isMachineFault, type ProxyFault } from "../../domain/machine/watch.ts";
import { networkMatcher, parseNetwork } from "./address-guard.ts";

/** A proxy. Its credentials are only in what {@link EgressProxy.headFor} returns. */
export type EgressProxy = {
  readonly host: string;
  readonly port: number;
  /** Whether the connection to the proxy itself has TLS. */
  readonly secure: boolean;
  /** The request that asks for a tunnel. @param authority `host:port`. */
  readonly headFor: (authority: string) => string;
  /** Whether connections to an origin go through the proxy. Those without TLS and those to this machine never do. */
  readonly takes: (origin: URL) => boolean;
  /** PEM of certificate authorities that are trusted for the proxy, in addition to the system's. */
  readonly extraCa: string | null;
};

/**
 * Parses a proxy's URL, such as `http://user:password@proxy.internal:3128`; without a scheme it is http.
 * @param options.noProxy names, networks and `*`, separated by commas or spaces, to which connections go directly. A name
 * includes its subdomains, and can have a port. The SDKs read it alike (conformance/sdk/no-proxy.json).
 * @returns null if it is something else.
 */
export function parseProxy(
  text: string,
  { noProxy = "", extraCa = null }: { noProxy?: string; extraCa?: string | null } = {},
): EgressProxy | null {
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") return null;
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "") return null;
  const authorization = basicCredentials(url);
  if (authorization === null) return null;
  const secure = url.protocol === "https:";
  const bypasses = noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .map(parseBypass);
  return {
    host: bareHost(url),
    port: Number(url.port) || (secure ? 443 : 80),
    secure,
    headFor: (authority) => `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n${authorization}\r\n`,
    takes(origin) {
      const host = bareHost(origin);
      if (origin.protocol !== "https:" || isThisMachine(host)) return false;
      return !bypasses.some((bypass) => bypass(host, Number(origin.port) || 443));
    },
    extraCa,
  };
}

/** A header line with the credentials of a URL, "" if it has none; null if they can't be read. */
function basicCredentials({ username, password }: URL): string | null {
  if (username === "" && password === "") return "";
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `proxy-authorization: Basic ${Buffer.from(credentials).toString("base64")}\r\n`;
  } catch {
    return null;
  }
}

function bareHost({ hostname }: URL): string {
  return hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

const loopback = ["127.0.0.0/8", "::1"].flatMap((text) => parseNetwork(text) ?? []).map(networkMatcher);

function isThisMachine(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || loopback.some((matches) => matches(host));
}

type Bypass = (host: string, port: number) => boolean;

function parseBypass(entry: string): Bypass {
  if (entry === "*") return () => true;
  const [, place = entry, digits] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  const isPort = (port: number): boolean => digits === undefined || Number(digits) === port;
  const network = parseNetwork(place.replace(/^\[([^\]]*)\]/, "$1"));
  if (network !== null) {
    const matches = networkMatcher(network);
    return (host, port) => isPort(port) && matches(host);
  }
  const name = place
    .toLowerCase()
    .replace(/^\*?\./, "")
    .replace(/\.$/, "");
  // No domain has an address in it.
  return (host, port) =>
    isPort(port) && isIP(host) === 0 && name !== "" && (host === name || host.endsWith(`.${name}`));
}

/** Why there is no tunnel. */
export type TunnelFault = {
  /** What to tell the operator: the proxy's fault, or this machine's. */
  codes: readonly string[];
  /** What it is if the other side is to blame: the proxy couldn't connect, or said so. Null if only the proxy can be. */
  targetReason: NotSentReason | null;
};

function faultOf(code: ProxyFault, targetReason: NotSentReason | null = null): TunnelFault {
  return { codes: [code], targetReason };
}

/** A refusal by a proxy that answers is at most this long. */
const headBytesMax = 16 * 1024;

/**
 * Connects to a proxy and asks for a tunnel (RFC 9110 §9.3.6).
 * @param done called once with a socket that carries nothing yet but the other side's bytes, or with a fault.
 * @returns functions that give up: `stop` without a word, `expire` with the fault of a proxy that is too slow.
 */
export function openTunnel(
  proxy: EgressProxy,
  origin: URL,
  done: (fault: TunnelFault | null, socket: Socket | null) => void,
): { stop: () => void; expire: () => void } {
  let phase: "connect" | "answer" | "over" = "connect";
  const socket = connectToProxy(proxy);
  const end = (fault: TunnelFault): void => {
    if (phase === "over") return;
    phase = "over";
    socket.destroy();
    done(fault, null);
  };
  const cut = (): void => {
    end(faultOf(phase === "connect" ? "PROXY_UNREACHABLE" : "PROXY_CUT"));
  };
  let received = Buffer.alloc(0);
  const onData = (chunk: Buffer): void => {
    received = Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (answer === "incomplete" && received.byteLength <= headBytesMax) return;
    if (answer === "incomplete" || answer === "malformed") end(faultOf("PROXY_MALFORMED"));
    else if (answer.status === 407) end(faultOf("PROXY_AUTH"));
    else if (answer.status >= 300) end(faultOf("PROXY_REFUSED", "connect"));
    // Nothing can come from the other side before our first byte.
    else if (answer.rest > 0) end(faultOf("PROXY_MALFORMED"));
    else {
      phase = "over";
      socket.off("data", onData).off("close", cut);
      socket.pause();
      done(null, socket);
    }
  };
  socket.on("error", (error) => {
    if (phase === "over") return;
    if (phase === "connect" && isMachineFault(error)) end({ codes: codesOf(error), targetReason: null });
    else cut();
  });
  socket.on("close", cut);
  socket.on("data", onData);
  socket.once(proxy.secure ? "secureConnect" : "connect", () => {
    phase = "answer";
    socket.write(proxy.headFor(authorityOf(origin)));
  });
  return {
    stop() {
      phase = "over";
      socket.destroy();
    },
    expire() {
      if (phase === "connect") cut();
      else end(faultOf("PROXY_CUT", "connect_timeout"));
    },
  };
}

function connectToProxy({ host, port, secure, extraCa }: EgressProxy): Socket {
  const place = { host, port, autoSelectFamily: true };
  const socket = secure
    ? connectTls({
        ...place,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(extraCa === null ? {} : { ca: [...getCACertificates("default"), extraCa] }),
        ALPNProtocols: ["http/1.1"],
        minVersion: "TLSv1.2",
        rejectUnauthorized: true,
      })
    : connectTcp(place);
  return socket.setNoDelay(true);
}

function authorityOf(origin: URL): string {
  return `${origin.hostname}:${origin.port === "" ? "443" : origin.port}`;
}

/** Reads the response's head. @returns `rest`: the number of bytes after it. Interim responses are skipped. */
function readAnswer(bytes: Buffer): { status: number; rest: number } | "incomplete" | "malformed" {
  const end = bytes.indexOf("\r\n\r\n");
  const line = bytes.toString("latin1", 0, Math.min(bytes.byteLength, 13));
  if (!"HTTP/1.".startsWith(line.slice(0, 7))) return "malformed";
  if (end === -1) return "incomplete";
  const status = Number(/^HTTP\/1\.[01] ([1-9]\d\d)[ \r]/.exec(line)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) return "malformed";
  if (status < 200) return readAnswer(bytes.subarray(end + 4));
  return { status, rest: bytes.byteLength - end - 4 };
}

/** Opens one guarded connection: DNS, TCP or the proxy's tunnel, and TLS, each with its own failure reason. */
import type { LookupAddress } from "node:dns";
import { connect as connectTcp, isIP } from "node:net";
import type { LookupFunction, Socket } from "node:net";
import { connect as connectTls, getCACertificates, type ConnectionOptions } from "node:tls";
import type { NotSentReason } from "@svc/provider-kit";
import { codesOf, isMachineFault, unwatchedMachine, type MachineNotes } from "../../domain/machine/watch.ts";
import type { NameLookup } from "./names.ts";
import { openTunnel, type EgressProxy } from "./proxy.ts";
import type { CheckedTarget } from "./target.ts";

/**
 * A request that certainly was not sent. It carries only the reason, because Node's own errors quote addresses and
 * headers.
 */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
  readonly reason: NotSentReason;
  /** Without a tunnel, what the reason is if the target is to blame and not the proxy. Null if only the proxy can be. */
  readonly targetReason: NotSentReason | null;
  constructor(reason: NotSentReason, targetReason: NotSentReason | null = null) {
    super("The request was not sent.");
    this.reason = reason;
    this.targetReason = targetReason;
  }
}

/** Options of {@link dial}. */
export type DialOptions = {
  target: Pick<CheckedTarget, "origin" | "isAllowedAddress" | "extraCa">;
  lookup: NameLookup;
  /** For DNS, TCP, the tunnel and TLS together. */
  connectTimeoutMs: number;
  /** The proxy for connections that it takes; none by default. It resolves the name, so only a literal is checked. */
  proxy?: EgressProxy | null;
  /** Learns of faults of this machine; no one by default. */
  machine?: MachineNotes | undefined;
  /** PEM of an additional certificate authority; tests only. */
  ca?: string;
};

/** How long one of several addresses may take before the next is tried in parallel. */
const perAddressTimeoutMs = 1_000;

/**
 * Connects to the target, with TLS if its origin is https.
 * @param done called once, in the same tick in which the connection became ready or failed.
 * @returns a function that abandons the attempt without calling `done`.
 */
export function dial(
  options: DialOptions,
  done: (error: NotSentError | null, socket: Socket | null) => void,
): () => void {
  const { target, connectTimeoutMs, machine, proxy = null } = options;
  const { origin } = target;
  const host = origin.hostname.replace(/^\[|\]$/g, "");
  let phase: "proxy" | "connect" | "tls" | "over" = "connect";
  let timer: NodeJS.Timeout | undefined = undefined;
  let giveUp = (): void => undefined;
  const stop = (): void => {
    phase = "over";
    clearTimeout(timer);
    giveUp();
  };
  const fail = (reason: NotSentReason, targetReason?: NotSentReason | null): void => {
    if (phase === "over") return;
    stop();
    done(new NotSentError(reason, targetReason), null);
  };
  let expire = (): void => fail("connect_timeout");
  timer = setTimeout(() => expire(), connectTimeoutMs);
  if (isIP(host) !== 0 && !target.isAllowedAddress(host)) {
    queueMicrotask(() => fail("refused_address"));
    return stop;
  }
  /** Waits until a socket is ready. */
  const adopt = (socket: Socket, isReadyOn: "connect" | "secureConnect"): void => {
    socket.on("error", (error) => {
      if (phase === "tls") fail("tls");
      else {
        for (const code of codesOf(error)) machine?.note(code);
        fail(connectReason(error));
      }
    });
    socket.on("close", () => fail(phase === "tls" ? "tls" : "connect"));
    socket.once(isReadyOn, () => {
      if (phase === "over") return;
      phase = "over";
      clearTimeout(timer);
      done(null, socket);
    });
  };
  if (proxy?.takes(origin) === true) {
    phase = "proxy";
    const tunnel = openTunnel(proxy, origin, (fault, tunneled) => {
      if (tunneled === null) {
        for (const code of fault?.codes ?? []) machine?.note(code);
        // A failure before the tunnel stands says nothing about the provider.
        fail("local", fault?.targetReason);
        return;
      }
      const socket = connectTls({ socket: tunneled, ...tlsOptions(options, host) });
      phase = "tls";
      expire = () => fail("connect_timeout");
      giveUp = () => {
        socket.destroy();
        tunneled.destroy();
      };
      // Its errors are the errors of the socket above it.
      tunneled.on("error", () => socket.destroy());
      adopt(socket, "secureConnect");
    });
    giveUp = tunnel.stop;
    expire = tunnel.expire;
    return stop;
  }
  const secure = origin.protocol === "https:";
  const lookingUp = new AbortController();
  const opened = openSocket(options, host, lookingUp.signal);
  giveUp = () => {
    lookingUp.abort();
    opened.destroy();
  };
  opened.once("connect", () => {
    // Checks the address that was reached, not the one that was resolved.
    if (!target.isAllowedAddress(opened.remoteAddress ?? "")) fail("refused_address");
    else if (secure) phase = "tls";
  });
  adopt(opened, secure ? "secureConnect" : "connect");
  return stop;
}

function openSocket(options: DialOptions, host: string, signal: AbortSignal): Socket {
  const { origin } = options.target;
  const secure = origin.protocol === "https:";
  const address = {
    host,
    port: Number(origin.port) || (secure ? 443 : 80),
    lookup: guardedLookup(options, signal),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: perAddressTimeoutMs,
  };
  const socket = secure ? connectTls({ ...address, ...tlsOptions(options, host) }) : connectTcp(address);
  return socket.setNoDelay(true);
}

function tlsOptions({ ca, target }: DialOptions, host: string): ConnectionOptions {
  const authorities = [ca, target.extraCa].filter((one) => one !== undefined);
  return {
    // Only for a name: TLS has no server name for an address.
    ...(isIP(host) === 0 ? { servername: host } : { host }),
    ...(authorities.length === 0 ? {} : { ca: [...getCACertificates("default"), ...authorities] }),
    ALPNProtocols: ["http/1.1"],
    minVersion: "TLSv1.2",
    // Set explicitly so that NODE_TLS_REJECT_UNAUTHORIZED can't turn it off.
    rejectUnauthorized: true,
  };
}

/** Why no connection was opened. */
export function connectReason(error: Error): NotSentReason {
  if (error instanceof NotSentError) return error.reason;
  if (isMachineFault(error)) return "local";
  return "code" in error && error.code === "ETIMEDOUT" ? "connect_timeout" : "connect";
}

/** Refuses a name if any of its addresses is refused: no legitimate public API has such an address. */
function guardedLookup(options: DialOptions, signal: AbortSignal): LookupFunction {
  const { target, lookup, machine = unwatchedMachine } = options;
  return (hostname, { all }, callback) => {
    const give = (addresses: readonly LookupAddress[]): void => {
      const [first] = addresses;
      // For want of a descriptor, both resolvers report a name that doesn't exist or a server that doesn't answer.
      if (first === undefined) callback(new NotSentError(machine.shortage() === null ? "dns" : "local"), []);
      else if (!addresses.every(({ address }) => target.isAllowedAddress(address))) {
        callback(new NotSentError("refused_address"), []);
      } else if (all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    };
    lookup(hostname, signal).then(give, () => give([]));
  };
}

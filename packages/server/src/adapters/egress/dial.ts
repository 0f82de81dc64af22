/** Opens one guarded connection: DNS, TCP and TLS, each with its own failure reason. */
import type { LookupAddress } from "node:dns";
import { connect as connectTcp, isIP } from "node:net";
import type { LookupFunction, Socket } from "node:net";
import { connect as connectTls, getCACertificates } from "node:tls";
import type { NotSentReason } from "@svc/provider-kit";
import { codesOf, isMachineFault, unwatchedMachine, type MachineNotes } from "../../domain/machine/watch.ts";
import type { NameLookup } from "./names.ts";
import type { CheckedTarget } from "./target.ts";

/**
 * A request that certainly was not sent. It carries only the reason, because Node's own errors quote addresses and
 * headers.
 */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
  readonly reason: NotSentReason;
  constructor(reason: NotSentReason) {
    super("The request was not sent.");
    this.reason = reason;
  }
}

/** Options of {@link dial}. */
export type DialOptions = {
  target: Pick<CheckedTarget, "origin" | "isAllowedAddress" | "extraCa">;
  lookup: NameLookup;
  /** For DNS, TCP and TLS together. */
  connectTimeoutMs: number;
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
  const { target, connectTimeoutMs } = options;
  const host = target.origin.hostname.replace(/^\[|\]$/g, "");
  let phase: "connect" | "tls" | "over" = "connect";
  let socket: Socket | null = null;
  let timer: NodeJS.Timeout | undefined = undefined;
  const lookingUp = new AbortController();
  const stop = (): void => {
    phase = "over";
    clearTimeout(timer);
    lookingUp.abort();
  };
  const fail = (reason: NotSentReason): void => {
    if (phase === "over") return;
    stop();
    socket?.destroy();
    done(new NotSentError(reason), null);
  };
  timer = setTimeout(() => fail("connect_timeout"), connectTimeoutMs);
  if (isIP(host) !== 0 && !target.isAllowedAddress(host)) {
    queueMicrotask(() => fail("refused_address"));
    return stop;
  }
  const opened = openSocket(options, host, lookingUp.signal);
  socket = opened;
  const secure = target.origin.protocol === "https:";
  const ready = (): void => {
    if (phase === "over") return;
    stop();
    done(null, opened);
  };
  opened.on("error", (error) => {
    if (phase === "tls") fail("tls");
    else {
      for (const code of codesOf(error)) options.machine?.note(code);
      fail(connectReason(error));
    }
  });
  opened.on("close", () => fail(phase === "tls" ? "tls" : "connect"));
  opened.once("connect", () => {
    // Checks the address that was reached, not the one that was resolved.
    if (!target.isAllowedAddress(opened.remoteAddress ?? "")) fail("refused_address");
    else if (secure) phase = "tls";
    else ready();
  });
  if (secure) opened.once("secureConnect", ready);
  return () => {
    stop();
    opened.destroy();
  };
}

function openSocket(options: DialOptions, host: string, signal: AbortSignal): Socket {
  const { target } = options;
  const authorities = [options.ca, target.extraCa].filter((ca) => ca !== undefined);
  const secure = target.origin.protocol === "https:";
  const address = {
    host,
    port: Number(target.origin.port) || (secure ? 443 : 80),
    lookup: guardedLookup(options, signal),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: perAddressTimeoutMs,
  };
  const socket = secure
    ? connectTls({
        ...address,
        // Only for a name: TLS has no server name for an address.
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(authorities.length === 0 ? {} : { ca: [...getCACertificates("default"), ...authorities] }),
        ALPNProtocols: ["http/1.1"],
        minVersion: "TLSv1.2",
        // Set explicitly so that NODE_TLS_REJECT_UNAUTHORIZED can't turn it off.
        rejectUnauthorized: true,
      })
    : connectTcp(address);
  return socket.setNoDelay(true);
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

/**
 * The server's only outbound client. It connects to fixed origins, sends each request once, and reports what it saw.
 * Whether that means success, failure or an unknown outcome is judged elsewhere (provider-kit).
 */
import type { MachineNotes } from "../../domain/machine/watch.ts";
import type { ProviderChannel, ProviderTransport } from "../../domain/provider-calls/port.ts";
import { Channel } from "./channel.ts";
import { idleDefaults, type IdleLimits, IdleLinks, Link, loadUndici } from "./link.ts";
import { checkCredentialHeaders, checkUserAgent } from "./outgoing.ts";
import type { EgressProxy } from "./proxy.ts";
import { createProviderNames, type ProviderNamesOptions } from "./names.ts";
import { checkTargets, targetKey } from "./target.ts";
import type { CheckedTarget, EgressLimits, EgressTarget } from "./target.ts";

export { defaultLimits } from "./target.ts";
export type { EgressLimits, EgressTarget } from "./target.ts";

/** The outbound client. */
export type Egress = ProviderTransport & {
  /** Replaces the targets. Open channels keep theirs. @throws RangeError for an invalid target; nothing is replaced. */
  retarget(targets: readonly EgressTarget[]): void;
  /**
   * Cuts every connection, including those that wait for a late response. Unwritten requests are `not_sent`, written ones
   * are `lost`.
   */
  close(): Promise<void>;
};

/** Options of {@link createEgress}. */
export type EgressOptions = {
  targets: readonly EgressTarget[];
  limits: EgressLimits;
  userAgent: string;
  monotonicMs: () => number;
  /** Wall clock, for a date in `Retry-After`. */
  nowMs: () => number;
  /** How long to wait for a late response after `lost: "timeout"`, if the sender wants it; 30 s by default. */
  lateWindowMs?: number;
  /** Bounds for links that are kept between calls; {@link idleDefaults} by default. */
  idle?: IdleLimits;
  /** PEM of an additional certificate authority; tests only. */
  ca?: string;
  /** Resolves a name; the system's resolver by default. */
  askName?: ProviderNamesOptions["ask"];
  /** Learns of faults of this machine; no one by default. */
  machine?: MachineNotes;
  /** The operator's proxy; none by default. */
  proxy?: EgressProxy | null;
};

/**
 * The maximum number of open links, including idle ones and those that only wait for a late response; above it nothing is
 * sent.
 */
export const linksMax = 4096;

/**
 * @throws RangeError for an invalid target or user agent. The client's `open` throws one for a provider that is not a
 * target and for invalid credential headers; a channel's `send` rejects with one for a request that can't be written.
 * Their messages are constant and quote nothing.
 */
export function createEgress(options: EgressOptions): Egress {
  const { limits, userAgent, monotonicMs, nowMs, lateWindowMs = 30_000, idle = idleDefaults, ca, machine } = options;
  const { proxy = null } = options;
  let targets = checkTargets(options.targets);
  checkUserAgent(userAgent);
  const lookup = createProviderNames({
    monotonicMs,
    // Leaves half of the time for connecting.
    patienceMs: limits.connectTimeoutMs / 2,
    ...(options.askName === undefined ? {} : { ask: options.askName }),
    machine,
  });
  /** When each link was opened. */
  const links = new Map<Link, number>();
  let closed = false;
  const dropLink = (link: Link): void => {
    links.delete(link);
    void link.destroy();
  };
  const idleLinks = new IdleLinks(idle, dropLink);
  const openLink = async (target: CheckedTarget): Promise<Link | null> => {
    const undici = await loadUndici();
    if (closed || (links.size >= linksMax && !idleLinks.dropOldest())) return null;
    const { connectTimeoutMs, headerBytesMax } = limits;
    const { restMsMax } = idle;
    const dials = { target, lookup, connectTimeoutMs, machine, proxy, ...(ca === undefined ? {} : { ca }) };
    const bounds = { ...dials, headerBytesMax, restMsMax };
    const link: Link = new Link(undici, bounds, () => {
      idleLinks.remove(link);
      links.delete(link);
    });
    links.set(link, monotonicMs());
    return link;
  };
  const keepLink = (key: string | null, link: Link): void => {
    // Empty once everything is closed.
    const openedAtMs = links.get(link);
    if (key === null || openedAtMs === undefined) dropLink(link);
    else idleLinks.keep(key, link, { openedAtMs, nowMs: monotonicMs() });
  };
  return {
    open(provider, call) {
      const { service = "api", connectionId, credentialVersion, listedOrigin = "" } = call;
      const credential = checkCredentialHeaders(call.headers);
      const deadlineMs = Math.min(call.deadlineMs, monotonicMs() + limits.totalTimeoutMs);
      const known = targets;
      return openByOrigin((further) => {
        const name = further ?? (listedOrigin === "" ? undefined : listedOrigin);
        const place = targetKey(provider, service, name);
        const target = known.get(place);
        if (target === undefined) throw new RangeError("There is no such provider.");
        // A link without a connection or a known credential version is never kept.
        const isKept = connectionId !== undefined && credentialVersion !== undefined;
        const key = isKept ? `${connectionId} ${credentialVersion} ${place}` : null;
        return new Channel({
          limits,
          monotonicMs,
          nowMs,
          lateWindowMs,
          userAgent,
          dropLink,
          credential,
          sign: call.sign,
          place: { host: target.origin.host, origin: further ?? null },
          deadlineMs,
          requestIdHeader: target.requestIdHeader,
          responseHeaders: target.responseHeaders,
          requestHeaders: target.requestHeaders,
          retryAfter: target.retryAfter,
          takeLink: () => (key === null ? null : idleLinks.take(key, monotonicMs())),
          openLink: () => openLink(target),
          keepLink: (link) => keepLink(key, link),
        });
      });
    },
    retarget: (next) => void (targets = checkTargets(next)),
    async close() {
      closed = true;
      await Promise.all([...links.keys()].map((link) => link.destroy()));
      links.clear();
    },
  };
}

/**
 * Opens a channel to each of the provider's origins that a call uses. Exchanges with one origin run one after the
 * other, on that origin's own link.
 * @param openAt opens the channel for an origin, by name.
 */
function openByOrigin(openAt: (name?: string) => Channel): ProviderChannel {
  const channels = new Map<string | undefined, Channel>([[undefined, openAt()]]);
  let closed = false;
  return {
    async send(request, options) {
      const { origin } = request;
      const channel = channels.get(origin) ?? openAt(origin);
      channels.set(origin, channel);
      if (closed) channel.close();
      return await channel.send(request, options);
    },
    close() {
      closed = true;
      for (const channel of channels.values()) channel.close();
    },
  };
}

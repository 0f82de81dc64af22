/**
 * The server's only outbound client. It goes to fixed origins, once for each request, and says what it saw; whether that
 * is a success, a failure or unknown is judged elsewhere (provider-kit).
 */
import type { ProviderTransport } from "../provider-calls/port.ts";
import { Channel } from "./channel.ts";
import { idleDefaults, IdleLinks, type IdleLimits } from "./idle-links.ts";
import { Link } from "./link.ts";
import { checkCredentialHeaders, checkUserAgent } from "./outgoing.ts";
import { createProviderNames, type ProviderNamesOptions } from "./provider-names.ts";
import { checkTargets, targetKey } from "./target.ts";
import type { CheckedTarget, EgressLimits, EgressTarget } from "./target.ts";

export { defaultLimits } from "./target.ts";
export type { EgressLimits, EgressTarget } from "./target.ts";

/** The outbound client of a server. */
export type Egress = ProviderTransport & {
  /** Cuts every connection, late answers included. What was not written is `not_sent`, what was is `lost`. */
  close(): Promise<void>;
};

/** What the outbound client needs. */
export type EgressOptions = {
  targets: readonly EgressTarget[];
  limits: EgressLimits;
  userAgent: string;
  monotonicMs: () => number;
  /** Wall clock, for a `Retry-After` that is a date. */
  nowMs: () => number;
  /** How long an answer is still awaited after `lost: "timeout"`, where the sender wants it; 30 s unless given. */
  lateWindowMs?: number;
  /** Bounds of the links that are kept between calls; {@link idleDefaults} unless given. */
  idle?: IdleLimits;
  /** PEM of one more certificate authority; tests only. */
  ca?: string;
  /** Asks for the addresses of a name; the system's resolver unless given. */
  askName?: ProviderNamesOptions["ask"];
};

/** Links open at once, those included that only wait for a late answer or rest; beyond them nothing is sent. */
export const linksMax = 4096;

/**
 * @throws RangeError for a target or user agent that cannot be used. The client's `open` throws one for a provider that
 *   is no target and for credential headers that cannot be sent; a channel's `send` rejects with one for a request that
 *   cannot be written. Their messages are constant: they quote nothing.
 */
export function createEgress(options: EgressOptions): Egress {
  const { limits, userAgent, monotonicMs, nowMs, lateWindowMs = 30_000, idle = idleDefaults, ca } = options;
  const targets = checkTargets(options.targets);
  checkUserAgent(userAgent);
  const lookup = createProviderNames({
    monotonicMs,
    // Half is left to connect.
    patienceMs: limits.connectTimeoutMs / 2,
    ...(options.askName === undefined ? {} : { ask: options.askName }),
  });
  /** When each was opened. */
  const links = new Map<Link, number>();
  let closed = false;
  const dropLink = (link: Link): void => {
    links.delete(link);
    void link.destroy();
  };
  const idleLinks = new IdleLinks(idle, dropLink);
  const openLink = (target: CheckedTarget): Link | null => {
    if (closed || (links.size >= linksMax && !idleLinks.dropOldest())) return null;
    const { connectTimeoutMs, headerBytesMax } = limits;
    const { restMsMax } = idle;
    const bounds = { target, lookup, connectTimeoutMs, headerBytesMax, restMsMax, ...(ca === undefined ? {} : { ca }) };
    const link: Link = new Link(bounds, () => {
      idleLinks.remove(link);
      links.delete(link);
    });
    links.set(link, monotonicMs());
    return link;
  };
  const keepLink = (key: string | null, link: Link): void => {
    // Once all is closed, none is known.
    const openedAtMs = links.get(link);
    if (key === null || openedAtMs === undefined) dropLink(link);
    else idleLinks.keep(key, link, { openedAtMs, nowMs: monotonicMs() });
  };
  return {
    open(provider, call) {
      const service = targetKey(provider, call.service ?? "api");
      const target = targets.get(service);
      if (target === undefined) throw new RangeError("There is no such provider.");
      const { connectionId, credentialVersion } = call;
      // Of what is no connection's, or of no known version, nothing is kept.
      const isKept = connectionId !== undefined && credentialVersion !== undefined;
      const key = isKept ? `${connectionId} ${credentialVersion} ${service}` : null;
      return new Channel({
        limits,
        monotonicMs,
        nowMs,
        lateWindowMs,
        userAgent,
        dropLink,
        requestIdHeader: target.requestIdHeader,
        answerHeaders: target.answerHeaders,
        credential: checkCredentialHeaders(call.headers),
        deadlineMs: Math.min(call.deadlineMs, monotonicMs() + limits.totalTimeoutMs),
        takeLink: () => (key === null ? null : idleLinks.take(key, monotonicMs())),
        openLink: () => openLink(target),
        keepLink: (link) => keepLink(key, link),
      });
    },
    async close() {
      closed = true;
      await Promise.all([...links.keys()].map((link) => link.destroy()));
      links.clear();
    },
  };
}

/**
 * The server's only outbound client. It goes to fixed origins, once for each request, and says what it saw; whether that
 * is a success, a failure or unknown is judged elsewhere (provider-kit).
 */
import type { ProviderTransport } from "../provider-calls/port.ts";
import { Channel } from "./channel.ts";
import { Link } from "./link.ts";
import { checkCredentialHeaders, checkUserAgent } from "./outgoing.ts";
import { checkTargets, targetKey } from "./target.ts";
import type { EgressLimits, EgressTarget } from "./target.ts";

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
  /** PEM of one more certificate authority; tests only. */
  ca?: string;
};

/** Connections open at once, those included that only wait for a late answer; beyond them nothing is sent. */
const linksMax = 4096;

/**
 * @throws RangeError for a target or user agent that cannot be used. The client's `open` throws one for a provider that
 *   is no target and for credential headers that cannot be sent; a channel's `send` rejects with one for a request that
 *   cannot be written. Their messages are constant: they quote nothing.
 */
export function createEgress(options: EgressOptions): Egress {
  const { limits, userAgent, monotonicMs, nowMs, lateWindowMs = 30_000, ca } = options;
  const targets = checkTargets(options.targets);
  checkUserAgent(userAgent);
  const links = new Set<Link>();
  let closed = false;
  const dropLink = (link: Link): void => {
    links.delete(link);
    void link.destroy();
  };
  return {
    open(provider, call) {
      const target = targets.get(targetKey(provider, call.service ?? "api"));
      if (target === undefined) throw new RangeError("There is no such provider.");
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
        openLink: () => {
          if (closed || links.size >= linksMax) return null;
          const { connectTimeoutMs, headerBytesMax } = limits;
          const link = new Link({ target, connectTimeoutMs, headerBytesMax, ...(ca === undefined ? {} : { ca }) });
          links.add(link);
          return link;
        },
      });
    },
    async close() {
      closed = true;
      await Promise.all([...links].map((link) => link.destroy()));
      links.clear();
    },
  };
}

/**
 * The connection of one call: its exchanges run one after the other, on a link that no other call uses at the same
 * time.
 */
import type { ExchangeFacts, ProviderRequest, RequestSigner } from "@svc/provider-kit";
import type { ProviderChannel } from "../../domain/provider-calls/port.ts";
import { Exchange } from "./exchange.ts";
import type { ExchangeOptions } from "./exchange.ts";
import type { Link } from "./link.ts";
import { buildOutgoing, signOutgoing } from "./outgoing.ts";
import type { HeaderList, Outgoing } from "./outgoing.ts";

/** Options of {@link Channel}. */
export type ChannelOptions = Omit<ExchangeOptions, "link" | "mayStillSend" | "onLate" | "onFacts" | "onLinkFree"> & {
  /** The checked headers of the credential. */
  credential: Readonly<HeaderList>;
  /** Creates additional headers for each request; none by default. */
  sign: RequestSigner | undefined;
  /** The destination of requests, for signatures. */
  place: { host: string; origin: string | null };
  userAgent: string;
  /** The headers that a request may set, in lower case. */
  requestHeaders: readonly string[];
  /** Takes a link that an earlier call left idle; null if there is none. */
  takeLink: () => Link | null;
  /** Creates a link, which connects only when a request needs it; null after everything was closed. */
  openLink: () => Promise<Link | null>;
  /** Takes back a link whose last response was read completely. */
  keepLink: (link: Link) => void;
  /** Closes a link for good. */
  dropLink: (link: Link) => void;
};

type SendOptions = NonNullable<Parameters<ProviderChannel["send"]>[1]>;

/** A link that has already answered this channel, and whether its last response was to a read. */
type OwnLink = { link: Link; answeredRead: boolean };

/**
 * A channel. While it has a link, no other channel has it.
 * A change is sent only on a new link, or on one that has just answered a read from this channel (contract §4.7). On an
 * idle link from an earlier call, the channel starts with a read. If that link turns out to have ended, the read is
 * sent once more on a new one and not reported: a read has no effect, and the provider is not at fault.
 */
export class Channel implements ProviderChannel {
  readonly #options: ChannelOptions;
  #own: OwnLink | null = null;
  #closed = false;
  /** Settles when the previous exchange has finished: exchanges run one at a time, in the order of the calls. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  async send(request: ProviderRequest, options: SendOptions = {}): Promise<ExchangeFacts> {
    const { userAgent, limits, requestHeaders } = this.#options;
    const { requestBodyBytesMax } = limits;
    const { credential, sign } =
      request.withoutCredential === true ? { credential: [], sign: undefined } : this.#options;
    const outgoing = buildOutgoing(request, { credential, userAgent, requestBodyBytesMax, requestHeaders });
    const facts = this.#turn.then(() => this.#exchange(outgoing, sign, options));
    // A request that can't be signed isn't sent, and the next one can be.
    this.#turn = facts.catch(() => undefined);
    return await facts;
  }

  /** Accepts no more requests. A running exchange, and the wait for a late response, still complete. */
  close(): void {
    this.#closed = true;
    void this.#turn.then(() => this.#release());
  }

  #release(): void {
    if (this.#own !== null) this.#options.keepLink(this.#own.link);
    this.#own = null;
  }

  async #exchange(unsigned: Outgoing, sign: RequestSigner | undefined, send: SendOptions): Promise<ExchangeFacts> {
    if (this.#closed) return { kind: "not_sent", reason: "not_allowed" };
    const { place, nowMs } = this.#options;
    const outgoing = sign === undefined ? unsigned : signOutgoing(unsigned, sign, { ...place, nowMs: nowMs() });
    const isRead = isReading(outgoing, send);
    const own = this.#ownLinkFor(isRead);
    const left = own === null && isRead ? this.#options.takeLink() : null;
    const used = own ?? left;
    // undici waits one more turn; by then every byte and every close from before this moment has been processed.
    if (used !== null) await new Promise((resolve) => setImmediate(resolve));
    const facts = used === null ? null : await this.#exchangeOn(used, outgoing, send);
    if (used !== null && facts !== null && !hadEnded(used, facts, left !== null)) return facts;
    const link = await this.#options.openLink();
    if (link === null) return facts ?? { kind: "not_sent", reason: "not_allowed" };
    return await this.#exchangeOn(link, outgoing, send);
  }

  /** Returns the channel's own link if this request may use it. Closes it if it is no longer usable. */
  #ownLinkFor(isRead: boolean): Link | null {
    const own = this.#own;
    this.#own = null;
    if (own === null) return null;
    const { link, answeredRead } = own;
    if (link.isFit(this.#options.monotonicMs()) && (isRead || answeredRead)) return link;
    this.#options.dropLink(link);
    return null;
  }

  #exchangeOn(link: Link, outgoing: Outgoing, send: SendOptions): Promise<ExchangeFacts> {
    const { keepLink, dropLink } = this.#options;
    return new Promise((resolve) => {
      const exchange = new Exchange(outgoing, {
        ...this.#options,
        link,
        mayStillSend: send.mayStillSend,
        onLate: send.onLate,
        onFacts: (facts, linkUse) => {
          if (linkUse === "over") dropLink(link);
          if (linkUse === "rests") this.#own = { link, answeredRead: isReading(outgoing, send) };
          resolve(facts);
        },
        onLinkFree: (linkUse) => (linkUse === "rests" ? keepLink(link) : dropLink(link)),
      });
      exchange.start();
    });
  }
}

/** Whether a request has no effect, so that it may be sent again. */
function isReading({ method }: Outgoing, { isRead = false }: SendOptions): boolean {
  return isRead || method === "GET";
}

/**
 * Whether a used link had ended before it could carry the request, so that the request may go on a new one.
 * @param isFirst whether the request was this call's first on an idle link from another call.
 */
function hadEnded(link: Link, facts: ExchangeFacts, isFirst: boolean): boolean {
  // A used link never dials again: a request that it could not connect for was never written.
  if (facts.kind === "not_sent") return facts.reason === "connect";
  return isFirst && facts.kind === "lost" && facts.reason !== "timeout" && link.isQuiet;
}

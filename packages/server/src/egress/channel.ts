/** The connection of one call: its exchanges one after the other, on a connection that nobody else uses. */
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import type { ProviderChannel } from "../provider-calls/port.ts";
import { Exchange } from "./exchange.ts";
import type { ExchangeOptions } from "./exchange.ts";
import type { Link } from "./link.ts";
import { buildOutgoing } from "./outgoing.ts";
import type { Outgoing } from "./outgoing.ts";

/** What a channel needs. */
export type ChannelOptions = Omit<ExchangeOptions, "link" | "mayStillSend" | "onLate" | "onFacts" | "onLinkOver"> & {
  /** Checked headers of the credential. */
  credential: Readonly<Record<string, string>>;
  userAgent: string;
  /** Makes a link, which opens its connection only when a request needs it; null once all is closed. */
  openLink: () => Link | null;
  /** Ends a link for good. */
  dropLink: (link: Link) => void;
};

type SendOptions = NonNullable<Parameters<ProviderChannel["send"]>[1]>;

/** A channel; it never shares a connection with another. */
export class Channel implements ProviderChannel {
  readonly #options: ChannelOptions;
  #link: Link | null = null;
  #closed = false;
  /** Settles when the exchange before has ended: one at a time, in the order of the calls. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  async send(request: ProviderRequest, options: SendOptions = {}): Promise<ExchangeFacts> {
    const { credential, userAgent, limits } = this.#options;
    const { requestBodyBytesMax } = limits;
    const outgoing = buildOutgoing(request, { credential, userAgent, requestBodyBytesMax });
    const facts = this.#turn.then(() => this.#exchange(outgoing, options));
    this.#turn = facts;
    return await facts;
  }

  /** Takes no more requests. An exchange under way, and a late answer awaited, still reach their end. */
  close(): void {
    this.#closed = true;
    void this.#turn.then(() => this.#dropLink());
  }

  #exchange(outgoing: Outgoing, send: SendOptions): Promise<ExchangeFacts> {
    const link = this.#closed ? null : (this.#link ?? this.#options.openLink());
    if (link === null) return Promise.resolve({ kind: "not_sent", reason: "not_allowed" });
    this.#link = link;
    return new Promise((resolve) => {
      const exchange = new Exchange(outgoing, {
        ...this.#options,
        link,
        mayStillSend: send.mayStillSend,
        onLate: send.onLate,
        onFacts: (facts, linkUse) => {
          if (linkUse === "over") this.#dropLink();
          // The link now belongs to the exchange that awaits its late answer.
          if (linkUse === "awaited") this.#link = null;
          resolve(facts);
        },
        onLinkOver: () => this.#options.dropLink(link),
      });
      exchange.start();
    });
  }

  #dropLink(): void {
    if (this.#link !== null) this.#options.dropLink(this.#link);
    this.#link = null;
  }
}

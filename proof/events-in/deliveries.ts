/** Deliveries of a trial: what they are about, drawn from a seed, and how each is sent and answered. */
import { sendDelivery, type SignedDelivery } from "@svc/simulator";
import type { SentEvent } from "./judge.ts";
import { eventsSecret, type Source } from "./sources.ts";

/** An event whose deliveries are still being sent. */
export interface Pending extends SentEvent {
  readonly source: Source;
  sentAt: number;
  answeredAt: number | null;
  deliveries: number;
}

/** Draws events for the accounts of sources. */
export class Draw {
  readonly #random: () => number;
  readonly #accounts: readonly { readonly source: Source; readonly account: string }[];
  /** The events of each account. Accounts have the same ids, which must not hide each other's events. */
  readonly #numbers = new Map<string, number>();

  /** @param accounts those that deliveries name, also some that no connection has. */
  constructor(random: () => number, accounts: readonly { readonly source: Source; readonly account: string }[]) {
    this.#random = random;
    this.#accounts = accounts;
  }

  /** A new event. One in twelve is forged. */
  event(): Pending {
    const { source, account } = this.one(this.#accounts);
    const type = this.one(source.types);
    const of = `${source.slug} ${account}`;
    const number = (this.#numbers.get(of) ?? 0) + 1;
    this.#numbers.set(of, number);
    const isSigned = this.#random() >= 1 / 12;
    const id = `${isSigned ? "event" : "forged"}-${String(number)}`;
    return { source, slug: source.slug, account, type, id, isSigned, sentAt: 0, answeredAt: null, deliveries: 0 };
  }

  /** How often an event is sent at first: usually once. */
  copies(): number {
    return this.#random() < 0.7 ? 1 : 2 + Math.floor(this.#random() * 2);
  }

  /** One of several. */
  one<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error("There is nothing to draw from.");
    return item;
  }

  /** The items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const keyed = items.map((item) => ({ item, key: this.#random() }));
    return keyed.toSorted((left, right) => left.key - right.key).map(({ item }) => item);
  }
}

/** Signs an event now. Each delivery is signed again, as providers do. */
export function signed({ source, account, type, id, isSigned }: Pending): SignedDelivery {
  const secret = isSigned ? eventsSecret : `${eventsSecret}x`;
  const delivery = source.sign({ account, type, id, secret, atMs: Date.now() });
  if (delivery === null) throw new Error(`${source.slug} can't send ${type}.`);
  return delivery;
}

/** The path of a source's deliveries at a server. */
export function deliveryPath({ slug, app }: Pick<Source, "slug" | "app">): string {
  return `/in/v1/${slug}/${app.clientId}`;
}

/** Sends an event to a server, and notes the answer. @returns its status; null if there was none. */
export async function deliver(url: string, event: Pending): Promise<number | null> {
  if (event.deliveries === 0) event.sentAt = performance.now();
  event.deliveries += 1;
  const answer = await sendDelivery(`${url}${deliveryPath(event.source)}`, signed(event));
  if (answer?.status === 200) event.answeredAt ??= performance.now();
  return answer?.status ?? null;
}

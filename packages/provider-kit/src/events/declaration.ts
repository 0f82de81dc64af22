/** What a provider's author declares so that svc can take the provider's events, which arrive as signed requests. */
import type { TObject } from "typebox";
import type { Delivery } from "./delivery.ts";
import type { Verification } from "./verification.ts";

/** A kind of event. Its fields are ids, states and names: an event holds no content, which actions read instead. */
export type ProviderEventType = {
  /** The provider's own name for it, such as `pull_request`. */
  type: string;
  title: string;
  /** What happened, for developers. */
  description: string;
  /** What the application learns, as a phrase for the person who grants it: "Learn about new issues". */
  consent: string;
  /** Provider scopes that the grant must include, so that the provider sends it; empty if none is needed. */
  requiredScopes: readonly string[];
  /** The schema of `data`: an object whose fields are texts, numbers, or null. */
  data: TObject;
};

/** An event's fields. */
export type EventFields = Readonly<Record<string, string | number | null>>;

/** One event, as read from a verified delivery. */
export type ReadEvent = {
  /** The provider's id for it. The same id arrives again if the provider repeats a delivery. */
  id: string;
  /**
   * The account that it belongs to, as `accountOf` returns it for a connection; a list if the provider names each
   * account that sees it, at most {@link eventAccountsMax}.
   */
  account: string | readonly string[];
  /** One of the declared types. */
  type: string;
  /** When it happened, in RFC 3339 in UTC; null if the provider doesn't say. */
  occurredAt: string | null;
  data: EventFields;
};

/** The most accounts of one event. */
export const eventAccountsMax = 1000;

/** Returns the accounts that an event belongs to. */
export function accountsOf({ account }: Pick<ReadEvent, "account">): readonly string[] {
  return typeof account === "string" ? [account] : account;
}

/** The provider's events. All functions are pure. */
export type ProviderEvents = {
  /** The provider's documentation of its deliveries. */
  docsUrl: string;
  /** How a delivery proves that it is from the provider. */
  verification: Verification;
  /** The reply to a verified request with which the provider checks the address; null if it is another request. */
  handshake?: (delivery: Delivery) => string | null;
  /**
   * The secret that the provider will sign with, if this request only tells it; null for any other. Such a request is
   * unsigned, so anyone can send one: svc uses none of these secrets, and shows them to an operator who waits for one.
   */
  offeredSecret?: (delivery: Delivery) => string | null;
  /**
   * Reads a verified delivery.
   * @returns null if it is of no declared type, such as a ping.
   * @throws ProviderFailure `PROVIDER_ERROR` if it isn't in the documented form.
   */
  read: (delivery: Delivery) => ReadEvent | null;
  /** The part of a connection's account slug that deliveries name as their account; the whole slug by default. */
  accountOf?: (slug: string) => string;
  types: readonly [ProviderEventType, ...ProviderEventType[]];
};

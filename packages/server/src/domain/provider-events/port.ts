/** Events that providers send, as the domain sees their storage and verification. */
import type { ProviderEventName } from "@svc/contract";
import type { DeliveryProof } from "@svc/provider-kit";
import type { Actor, EventData } from "../journal/port.ts";
import type { OAuthAppIdentity } from "../oauth/app.ts";
import type { WrappedKey } from "../vault/port.ts";
import { versionOf, type Stale } from "../versions/version.ts";

/** Whether a proof holds under a secret. */
export type VerifyDelivery = (proof: DeliveryProof, body: Uint8Array, secret: string) => boolean;

/** A connection that gets an event. */
export type EventRoute = { clientId: string; tenantId: string; connectionId: string };

/** Where an event belongs. */
export type EventAddress = {
  provider: string;
  appId: string;
  /** The service clients whose app it is; null if it is the deployment's, for all. */
  clientIds: readonly string[] | null;
  /** The accounts that see it: it goes to the connections of each. */
  accounts: readonly string[];
  /** The provider's own name for the type. */
  type: string;
};

/** A connection that gets events, with the account that a delivery for it names. */
export type EventReceiver = Pick<EventRoute, "connectionId"> & Pick<EventAddress, "appId"> & { account: string };

/** An event for one connection. */
export type NewProviderEvent = EventRoute & {
  provider: string;
  type: ProviderEventName;
  /** The provider's id for it: the connection gets each once. */
  providerEventId: string;
  published: EventData;
};

/** `known`: the connection already has it. `disconnected`: it gets nothing anymore. */
export type Recorded = "recorded" | "known" | "disconnected";

/** Says where events go, and records each once. Every method is one transaction. */
export type ProviderEventStore = {
  /** Returns the connections that get an event: not disconnected, of the app and one of the accounts, and agreed to the type. */
  routes(address: EventAddress): Promise<EventRoute[]>;
  /** Returns the newest connections that get a provider's events of a type, newest first. */
  receivers(provider: string, type: string): Promise<EventReceiver[]>;
  /**
   * Records an event in the journal, once per connection and provider's id, in the transaction that notes the id.
   * Durable when it resolves. It can be repeated after a lost response.
   */
  record(event: NewProviderEvent): Promise<Recorded>;
  /** Forgets the ids of events from before `before`, at most `limit`; returns their number. */
  prune(before: number, limit: number): Promise<number>;
};

/** A stored secret with which a provider signs the events of an app. */
export type StoredEventSecret = Required<Pick<OAuthAppIdentity, "serviceClientId" | "provider" | "appId">> & {
  /** When it was set, in milliseconds since the epoch. */
  createdAt: number;
  /** Until then, an older secret also verifies; null for the newest. */
  usableUntil: number | null;
  secret: WrappedKey;
};

/** Returns the version of a secret. It changes whenever it is sealed again, as by a rotation of the vault. */
export function eventSecretVersion({ appId, createdAt, secret }: StoredEventSecret): string {
  return versionOf({ appId, createdAt, secret: Buffer.from(secret.wrapped).toString("base64") });
}

/** How a secret is stored. */
export type EventSecretChange = {
  /** Until when the one before it also verifies, in milliseconds since the epoch; null removes it. */
  oldUntil: number | null;
  /** Who makes the change, for the journal. */
  by: Actor;
  /** The version of the newest one that is to be replaced; null if there must be none. */
  expectedVersion?: string | null | undefined;
};

/** An operator waits for the secret that a provider sends to an app's address. */
export type EventSecretWindow = Required<Pick<OAuthAppIdentity, "serviceClientId" | "provider" | "appId">> & {
  /** In milliseconds since the epoch, like its end. */
  openedAt: number;
  expiresAt: number;
  /** The list of those that came, as JSON. */
  offered: WrappedKey;
};

/** The windows in which operators wait. There are few, so they are always read together. */
export type EventSecretWindowStore = {
  windows(): Promise<EventSecretWindow[]>;
  /** Opens a window in place of the app's last one. @returns false if there is no such app. */
  openWindow(window: EventSecretWindow, by: Actor): Promise<boolean>;
  /** Replaces what came. @returns false if somebody else has, or the window was closed. */
  fillWindow(window: EventSecretWindow, offered: WrappedKey): Promise<boolean>;
  /** Deletes the windows that ended by `nowMs`. */
  dropWindows(nowMs: number): Promise<void>;
};

/** The store of these secrets. There are few, so they are always read together. */
export type EventSecretStore = EventSecretWindowStore & {
  list(): Promise<StoredEventSecret[]>;
  /**
   * Stores an app's newest secret, if the app exists with this id.
   * @returns false if there is no such app; `same_time` if the one before it, which is to be kept, was set in the same
   * millisecond. Then nothing has changed.
   */
  put(secret: StoredEventSecret, change: EventSecretChange): Promise<boolean | "same_time" | Stale>;
};

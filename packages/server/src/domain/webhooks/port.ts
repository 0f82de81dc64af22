/** Webhook endpoints and deliveries as the domain sees them: stored, signed, and sent. */
import type { SignedDelivery } from "@svc/contract";
import type { KeyClaim, KeyRow } from "../idempotency/port.ts";
import type { KeptResponse } from "../records/documents.ts";
import type { Actor, EventRow } from "../journal/port.ts";
import type { Page, PageAfter } from "../listings/page.ts";

/** The seed from which a signing secret is derived. The secret itself is never stored. */
export type SecretSeed = {
  /** Random, in base64url. */
  salt: string;
  /** The version of the vault's hashing key. */
  keyVersion: number;
};

/** Why an endpoint gets no deliveries; "" while it is enabled. */
export type DisabledReason = "" | "caller" | "operator" | "gone" | "failures";

/** A stored endpoint. */
export type WebhookEndpointRow = {
  id: string;
  clientId: string;
  url: string;
  description: string;
  eventTypes: readonly string[];
  disabledReason: DisabledReason;
  secret: SecretSeed;
  /** Earlier secrets, the latest first; each also signs until its `until`. */
  oldSecrets: readonly (SecretSeed & { until: number })[];
  failingSince: number | null;
  createdAt: number;
  updatedAt: number;
};

/** The fields that a caller can change. */
export type EndpointChange = Partial<Pick<WebhookEndpointRow, "url" | "description" | "eventTypes">> & {
  /** `""` enables the endpoint. */
  disabledReason?: "" | "caller";
};

/** One event for one endpoint. */
export type DeliveryRow = {
  event: EventRow;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  nextAt: number;
  last: { at: number; httpStatus: number | null; fault: string; durationMs: number } | null;
  createdAt: number;
};

/** A leased delivery: no other process sends it until the lease ends, and only this fence may settle it. */
export type TakenDelivery = {
  endpoint: WebhookEndpointRow;
  event: EventRow;
  fence: number;
  /** The number of attempts in this round before this one; a redelivery starts a new round. */
  roundAttempts: number;
};

/** The ids of the clients and endpoints that get no more deliveries at the moment. */
export type Busy = { clients: readonly string[]; endpoints: readonly string[] };

export type AttemptResult = {
  httpStatus: number | null;
  fault: string;
  durationMs: number;
  /** `retry` waits for `delayMs` milliseconds from now, and so does `put_off`, which isn't counted as an attempt. */
  next: { kind: "delivered" } | { kind: "retry" | "put_off"; delayMs: number } | { kind: "failed" };
  /** Whether the endpoint answered that it is gone. */
  gone: boolean;
};

/** What else {@link WebhookStore.create} writes, and its limit. */
export type EndpointCreation = {
  claim: KeyClaim;
  responses: { created: KeptResponse; exists: (id: string) => KeptResponse };
  max: number;
  by: Actor;
};

/** The result of {@link WebhookStore.create}. */
export type EndpointCreated =
  { kind: "created" | "too_many" } | { kind: "exists"; existingId: string } | { kind: "key_taken"; row: KeyRow };

/**
 * Stored endpoints and deliveries. Every method is one transaction, which also records the change; `fanOut` looks
 * before it.
 */
export type WebhookStore = {
  /**
   * Claims the key, creates the endpoint and stores the response. The endpoint doesn't get earlier events.
   * @param creation.responses those to store: for the new endpoint, and for a URL that another endpoint has.
   * @returns `too_many`, without claiming the key, if the client already has `max` endpoints.
   */
  create(endpoint: WebhookEndpointRow, creation: EndpointCreation): Promise<EndpointCreated>;
  find(clientId: string, id: string): Promise<WebhookEndpointRow | null>;
  list(clientId: string, query: { after: PageAfter; limit: number }): Promise<Page<WebhookEndpointRow>>;
  /**
   * Returns null if not found, and the id of the endpoint that has the URL already. A re-enabled endpoint gets events
   * from now on, and its pending deliveries.
   */
  update(
    clientId: string,
    id: string,
    change: EndpointChange,
    at: number,
    by: Actor,
  ): Promise<WebhookEndpointRow | { existingId: string } | null>;
  /** Adds a new secret; the current one expires at `oldUntil`. Returns null if not found. */
  rotate(
    clientId: string,
    id: string,
    secret: SecretSeed,
    times: { at: number; oldUntil: number },
    by: Actor,
  ): Promise<WebhookEndpointRow | null>;
  remove(clientId: string, id: string, by: Actor): Promise<boolean>;
  /** Appends an event for this endpoint only. */
  appendTest(clientId: string, endpointId: string, by: Actor): Promise<EventRow>;
  deliveries(
    endpointId: string,
    query: { clientId: string; status: DeliveryRow["status"] | null; beforeSeq: number | null; limit: number },
  ): Promise<Page<DeliveryRow>>;
  /** Makes the delivery due now, in a new round of attempts. */
  redeliver(endpointId: string, event: EventRow, by: Actor): Promise<DeliveryRow>;
  /**
   * Creates deliveries for new events: for up to `limit` service clients, for one endpoint of each, and for a limited
   * number of its events. Clients take turns as in `take`. Of a client's endpoints, the one furthest behind is next.
   * @returns `more`: whether this turn left new events for the next one. `lastClient`: the last client in this turn;
   * null if nothing was new.
   */
  fanOut(turn: { limit: number; afterClient: string }): Promise<{ more: boolean; lastClient: string | null }>;
  /**
   * Leases the oldest due delivery of each service client, one per client, except for busy clients and for disabled or
   * busy endpoints. Clients take turns in the order of their ids, starting after `afterClient` and wrapping around.
   */
  take(query: { limit: number; leaseMs: number; afterClient: string; busy: Busy }): Promise<TakenDelivery[]>;
  /**
   * Records the result of an attempt; false if the delivery is no longer leased under this fence. Disables an endpoint
   * that is gone or has failed for `disableAfterMs`, and appends an event. If null, failures never disable an endpoint.
   * A delivery that was put off changes neither its attempts nor its endpoint.
   */
  settle(taken: TakenDelivery, result: AttemptResult, disableAfterMs: number | null): Promise<boolean>;
};

/** Webhook operations across all clients, for operators. Every method is one transaction. */
export type WebhookOperationsStore = {
  /**
   * Returns endpoints with their pending deliveries, by client and then newest first. @param clientId null for all
   * clients.
   */
  overview(
    clientId: string | null,
  ): Promise<{ endpoint: WebhookEndpointRow; waiting: number; waitingSince: number | null }[]>;
  findAny(id: string): Promise<WebhookEndpointRow | null>;
  /** Disables an enabled endpoint and appends an event; null if not found. */
  disable(id: string, by: Actor): Promise<WebhookEndpointRow | null>;
  /**
   * Returns each client's log: its newest number, the number up to which it was pruned, and the time of its oldest
   * event.
   */
  logs(): Promise<{ clientId: string; seq: number; prunedSeq: number; oldestAt: number | null }[]>;
};

/** The vault's part: secrets and signatures (Standard Webhooks, symmetric). */
export type WebhookSecrets = {
  newSeed(endpointId: string): SecretSeed;
  /** Returns `whsec_` followed by the secret in base64. */
  deriveSecret(endpointId: string, seed: SecretSeed): string;
  /** Returns `v1,<base64>`. */
  sign(endpointId: string, seed: SecretSeed, delivery: SignedDelivery): string;
};

/** The result of a request to an endpoint: a status, or the reason why there is none. */
export type PostFacts =
  { kind: "answered"; httpStatus: number; retryAfterSeconds: number | null } | { kind: "none"; fault: string };

/** Sends one request; never rejects. */
export type PostWebhook = (
  url: URL,
  request: { headers: Readonly<Record<string, string>>; body: string; timeoutMs: number },
) => Promise<PostFacts>;

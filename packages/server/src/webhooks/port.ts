/** Webhook endpoints and deliveries as the domain sees them: at rest, signed, and on the wire. */
import type { EventRow } from "../events/port.ts";
import type { Page, PageAfter } from "../tenants/port.ts";

/** What a signing secret is derived from; the secret itself is kept nowhere. */
export type SecretSeed = {
  /** Random, in base64url. */
  salt: string;
  /** The version of the vault's hashing key. */
  keyVersion: number;
};

/** Why an endpoint gets nothing; "" while it is enabled. */
export type DisabledReason = "" | "caller" | "operator" | "gone" | "failures";

/** An endpoint at rest. */
export type WebhookEndpointRow = {
  id: string;
  clientId: string;
  url: string;
  description: string;
  eventTypes: readonly string[];
  disabledReason: DisabledReason;
  secret: SecretSeed;
  /** The one before, which signs as well until `until`; null where there is none. */
  oldSecret: (SecretSeed & { until: number }) | null;
  failingSince: number | null;
  createdAt: number;
  updatedAt: number;
};

/** What a caller changes. */
export type EndpointChange = Partial<Pick<WebhookEndpointRow, "url" | "description" | "eventTypes">> & {
  /** `""` enables. */
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

/** A delivery that was taken: nobody else sends it until the lease ends, and only this fence may settle it. */
export type TakenDelivery = {
  endpoint: WebhookEndpointRow;
  event: EventRow;
  fence: number;
  /** Attempts of this round before this one; a redelivery begins a new round. */
  roundAttempts: number;
};

/** Ids of those that get nothing more for now. */
export type Busy = { clients: readonly string[]; endpoints: readonly string[] };

/** What became of an attempt. */
export type AttemptResult = {
  httpStatus: number | null;
  fault: string;
  durationMs: number;
  /** `retry` waits so long, in milliseconds, from now. */
  next: { kind: "delivered" } | { kind: "retry"; delayMs: number } | { kind: "failed" };
  /** Whether the endpoint said that it is gone. */
  gone: boolean;
};

/** Endpoints and deliveries at rest. Every method is one transaction. */
export type WebhookStore = {
  /** False where the client has `max` already. Events up to now are not for it. */
  create(endpoint: WebhookEndpointRow, max: number): Promise<boolean>;
  find(clientId: string, id: string): Promise<WebhookEndpointRow | null>;
  list(clientId: string, query: { after: PageAfter; limit: number }): Promise<Page<WebhookEndpointRow>>;
  /** Null where absent. What is enabled again gets the events from now on, beside what waits. */
  update(clientId: string, id: string, change: EndpointChange, at: number): Promise<WebhookEndpointRow | null>;
  /** Puts a new secret before the present one, which ends at `oldUntil`. Null where absent. */
  rotate(
    clientId: string,
    id: string,
    secret: SecretSeed,
    times: { at: number; oldUntil: number },
  ): Promise<WebhookEndpointRow | null>;
  remove(clientId: string, id: string): Promise<boolean>;
  /** An event for this endpoint alone. */
  appendTest(clientId: string, endpointId: string): Promise<EventRow>;
  deliveries(
    endpointId: string,
    query: { clientId: string; status: DeliveryRow["status"] | null; beforeSeq: number | null; limit: number },
  ): Promise<Page<DeliveryRow>>;
  /** Makes the delivery due now, in a new round of attempts. */
  redeliver(endpointId: string, event: EventRow): Promise<DeliveryRow>;
  /** Makes deliveries of events that are new to their endpoints, of so many endpoints at most; gives how many endpoints. */
  fanOut(limit: number): Promise<number>;
  /**
   * One turn: takes one delivery that is due, the oldest, for each service client but the busy ones, of enabled endpoints
   * but the busy ones. Clients have their turns in the order of their ids, beginning behind `afterClient` and going round.
   */
  take(query: { limit: number; leaseMs: number; afterClient: string; busy: Busy }): Promise<TakenDelivery[]>;
  /**
   * Writes what became of an attempt, if the delivery is still held under this fence; false otherwise. An endpoint that is
   * gone, or that has failed for `disableAfterMs`, is disabled, which is an event; null disables none for failing.
   */
  settle(taken: TakenDelivery, result: AttemptResult, disableAfterMs: number | null): Promise<boolean>;
};

/** The same over all clients, for operators. Every method is one transaction. */
export type WebhookOperationsStore = {
  /** Endpoints, by client and then newest first, with what waits for them. @param clientId null: of all clients. */
  overview(
    clientId: string | null,
  ): Promise<{ endpoint: WebhookEndpointRow; waiting: number; waitingSince: number | null }[]>;
  findAny(id: string): Promise<WebhookEndpointRow | null>;
  /** Disables one that is enabled, which is an event; null where absent. */
  disable(id: string): Promise<WebhookEndpointRow | null>;
  /** Each client's log: its newest number, up to which it was let go of, and when its oldest event happened. */
  logs(): Promise<{ clientId: string; seq: number; prunedSeq: number; oldestAt: number | null }[]>;
};

/** The vault's part: secrets and signatures (Standard Webhooks, symmetric). */
export type WebhookSecrets = {
  newSeed(endpointId: string): SecretSeed;
  /** `whsec_` and the secret in base64. */
  secretOf(endpointId: string, seed: SecretSeed): string;
  /** `v1,<base64>` over `<id>.<timestamp>.<body>`. @param timestamp seconds since the epoch. */
  sign(endpointId: string, seed: SecretSeed, message: { id: string; timestamp: number; body: string }): string;
};

/** What came of a request to an endpoint: a status, or the reason why there is none. */
export type PostFacts =
  { kind: "answered"; httpStatus: number; retryAfterSeconds: number | null } | { kind: "none"; fault: string };

/** Sends one request; never rejects. */
export type PostWebhook = (
  url: URL,
  request: { headers: Readonly<Record<string, string>>; body: string; timeoutMs: number },
) => Promise<PostFacts>;

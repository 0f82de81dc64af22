/**
 * Sends due deliveries: at least once, with one `webhook-id` for all attempts of an event. Another process takes over a
 * dead process's deliveries when their leases end, so a delivery may be sent twice but is never lost.
 */
import { deliveryRequest, type DeliveryRequest } from "@svc/contract";
import { dayMs } from "../clock/units.ts";
import { atShare } from "../limits/client-turns.ts";
import { presentEvent } from "../journal/events.ts";
import type { ServiceClock } from "../clock/service-clock.ts";
import type { Platform } from "../../platform.ts";
import { judgeAttempt } from "./judge.ts";
import type {
  Busy,
  PostFacts,
  PostWebhook,
  TakenDelivery,
  WebhookEndpointRow,
  WebhookSecrets,
  WebhookStore,
} from "./port.ts";
import { readWebhookUrl, type UrlRules } from "./url.ts";

/** Dependencies of the sender. */
export type SenderDeps = {
  store: Pick<WebhookStore, "fanOut" | "take" | "settle">;
  secrets: WebhookSecrets;
  post: PostWebhook;
  urlRules: UrlRules;
  platform: Pick<Platform, "nowMs" | "monotonicMs" | "jitter">;
  clock: Pick<ServiceClock, "state">;
  limits: SenderLimits;
  /** Called when a round fails; the next one is still tried. */
  onFailure: (error: unknown) => void;
};

export type SenderLimits = {
  /** How often it looks for new events and due deliveries. */
  everyMs: number;
  timeoutMs: number;
  /** The same for a failing endpoint; see {@link attemptTimeoutMs}. */
  failingTimeoutMs: number;
  /** How much longer a lease lasts than its attempt: the time to record the result. */
  leaseExtraMs: number;
  /** Concurrent attempts. */
  concurrency: number;
  /** Concurrent attempts per service client, so that its slow endpoints leave room for other clients. */
  perClient: number;
  /** Concurrent attempts per endpoint, so that a slow one leaves room for the client's others. */
  perEndpoint: number;
  /** An endpoint without a success for this long is disabled. */
  disableAfterMs: number;
};

/** The most service clients whose new events become deliveries in one transaction. */
const clientsAtOnce = 5;

const perEndpointMax = 4;

/**
 * Returns the limits that follow from the operator's settings. Limiting a client's attempts also limits its name
 * lookups.
 */
export function senderLimits({ timeoutMs, concurrency }: { timeoutMs: number; concurrency: number }): SenderLimits {
  const perClient = Math.max(1, Math.floor(concurrency / 4));
  return {
    everyMs: 500,
    timeoutMs,
    failingTimeoutMs: Math.ceil(timeoutMs / 3),
    leaseExtraMs: 15_000,
    concurrency,
    perClient,
    perEndpoint: Math.min(perEndpointMax, Math.ceil(perClient / 2)),
    disableAfterMs: 5 * dayMs,
  };
}

/** How many of a delivery's attempts get less time if its endpoint is failing. They are only seconds apart. */
const shortAttempts = 2;

/**
 * Returns the time limit for an attempt. A failing endpoint holds its slot for less time. A later attempt gets the full
 * time, because otherwise an endpoint that is merely slow could never prove that it works.
 */
export function attemptTimeoutMs(
  { failingSince, roundAttempts }: { failingSince: number | null; roundAttempts: number },
  { timeoutMs, failingTimeoutMs }: Pick<SenderLimits, "timeoutMs" | "failingTimeoutMs">,
): number {
  return failingSince !== null && roundAttempts < shortAttempts ? failingTimeoutMs : timeoutMs;
}

/** Returns the body and headers of an attempt, signed with each secret that is valid. */
export function webhookRequest(
  secrets: WebhookSecrets,
  { endpoint, event }: Pick<TakenDelivery, "endpoint" | "event">,
  nowMs: number,
): DeliveryRequest {
  const { secret, oldSecrets } = endpoint;
  const seeds = [secret, ...oldSecrets.filter(({ until }) => until > nowMs)];
  return deliveryRequest(presentEvent(event), nowMs, (delivery) =>
    seeds.map((seed) => secrets.sign(endpoint.id, seed, delivery)),
  );
}

async function attempt(deps: SenderDeps, taken: TakenDelivery): Promise<void> {
  const { store, secrets, post, platform, limits } = deps;
  const { roundAttempts } = taken;
  const { failingSince } = taken.endpoint;
  const startedMs = platform.monotonicMs();
  // The rules may have become stricter since the URL was set.
  const url = readWebhookUrl(taken.endpoint.url, deps.urlRules);
  const facts: PostFacts =
    url === null
      ? { kind: "none", fault: "refused_url" }
      : await post(url, {
          ...webhookRequest(secrets, taken, platform.nowMs()),
          timeoutMs: attemptTimeoutMs({ failingSince, roundAttempts }, limits),
        });
  const durationMs = platform.monotonicMs() - startedMs;
  const result = judgeAttempt({ facts, roundAttempts, durationMs, jitter: platform.jitter() });
  // After a clock jump, it's unknown how long an endpoint has been failing.
  await store.settle(taken, result, deps.clock.state().jump === null ? limits.disableAfterMs : null);
}

/** Returns the service clients and endpoints that have reached their limit of running attempts. */
function atLimits(attempts: readonly WebhookEndpointRow[], { perClient, perEndpoint }: SenderLimits): Busy {
  return {
    clients: atShare(
      attempts.map(({ clientId }) => clientId),
      perClient,
    ),
    endpoints: atShare(
      attempts.map(({ id }) => id),
      perEndpoint,
    ),
  };
}

/** Sends until it is stopped; stopping waits for running attempts. */
export function startSender(deps: SenderDeps): { stop(): Promise<void> } {
  const { store, limits } = deps;
  const attempts = new Map<Promise<void>, WebhookEndpointRow>();
  const stopping = new AbortController();
  /** The service clients that were served last, by fan-out and by delivery; the next turn starts after them. */
  let fannedOutTo = "";
  let deliveredTo = "";
  /** Whether the limits may be holding back a due delivery. If so, look again when an attempt ends. */
  let isHeldBack = false;
  let isWanted = false;
  /** Whether to look for new events in the next round, and not only for due deliveries. */
  let isFanOutWanted = false;
  let running: Promise<void> | null = null;
  const begin = (taken: TakenDelivery): void => {
    const work = attempt(deps, taken)
      .catch(deps.onFailure)
      .finally(() => {
        attempts.delete(work);
        if (isHeldBack) look();
      });
    attempts.set(work, taken.endpoint);
  };
  const fanOut = async (): Promise<void> => {
    isFanOutWanted = false;
    const { more, lastClient } = await store.fanOut({ limit: clientsAtOnce, afterClient: fannedOutTo });
    fannedOutTo = lastClient ?? fannedOutTo;
    isFanOutWanted ||= more;
  };
  /** Whether this turn began deliveries, so that there may be more to begin. */
  const deliver = async (): Promise<boolean> => {
    const limit = limits.concurrency - attempts.size;
    isHeldBack = true;
    if (limit <= 0 || stopping.signal.aborted) return false;
    const busy = atLimits([...attempts.values()], limits);
    const leaseMs = limits.timeoutMs + limits.leaseExtraMs;
    const taken = await store.take({ limit, leaseMs, afterClient: deliveredTo, busy });
    for (const one of taken) begin(one);
    deliveredTo = taken.at(-1)?.endpoint.clientId ?? deliveredTo;
    if (taken.length === 0) isHeldBack = busy.clients.length > 0 || busy.endpoints.length > 0;
    return taken.length > 0;
  };
  // In alternation: a client may create events, or have deliveries due, without end, and others mustn't wait for that.
  const round = async (): Promise<void> => {
    if (isFanOutWanted) await fanOut();
    const delivered = await deliver();
    isWanted ||= isFanOutWanted || delivered;
  };
  const rounds = async (): Promise<void> => {
    try {
      while (isWanted && !stopping.signal.aborted) {
        isWanted = false;
        await round();
      }
    } catch (error) {
      deps.onFailure(error);
    } finally {
      // In the same tick in which the loop ends, so that the next call of `look` starts a new loop.
      running = null;
    }
  };
  const look = (): void => {
    if (stopping.signal.aborted) return;
    isWanted = true;
    running ??= rounds();
  };
  const timer = setInterval(() => {
    isFanOutWanted = true;
    look();
  }, limits.everyMs);
  timer.unref();
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
      await Promise.allSettled(attempts.keys());
    },
  };
}

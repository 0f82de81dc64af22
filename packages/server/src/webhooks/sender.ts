/**
 * Sends what is due: at least once, under one `webhook-id` for all attempts of an event. What a dead process held is
 * taken by another when its lease ends, which may send it twice and never loses it.
 */
import { presentEvent } from "../events/present.ts";
import type { ServiceClock } from "../clock/service-clock.ts";
import type { Platform } from "../platform.ts";
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

/** What the sender works with. */
export type SenderDeps = {
  store: Pick<WebhookStore, "fanOut" | "take" | "settle">;
  secrets: WebhookSecrets;
  post: PostWebhook;
  urlRules: UrlRules;
  platform: Pick<Platform, "nowMs" | "monotonicMs" | "jitter">;
  clock: Pick<ServiceClock, "standing">;
  limits: SenderLimits;
  /** Told that a round failed; the next one is tried all the same. */
  onFailure: (error: unknown) => void;
};

/** Bounds of the sender. */
export type SenderLimits = {
  /** How often it looks for what is due. */
  everyMs: number;
  timeoutMs: number;
  /** The same for an endpoint that is failing; see {@link patienceMs}. */
  failingTimeoutMs: number;
  /** How much a lease outlasts its attempt: the time to write down what became of it. */
  leaseExtraMs: number;
  /** Attempts at once. */
  concurrency: number;
  /** Attempts at once for one service client, so that its slow endpoints leave room for the other clients. */
  perClient: number;
  /** Attempts at once to one endpoint, so that a slow one leaves room for the client's others. */
  perEndpoint: number;
  /** An endpoint without a success for so long is disabled. */
  disableAfterMs: number;
};

const endpointsAtOnce = 50;

const dayMs = 86_400_000;
const perEndpointMax = 4;

/** The bounds that follow from what the operator sets. A client's attempts bound its lookups of names too. */
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

/** Attempts of a delivery that a failing endpoint is given less time for: they follow each other within seconds. */
const hastyAttempts = 2;

/**
 * How long an attempt may take. An endpoint that is failing holds its slot for less long. A later attempt has all the time
 * again: otherwise an endpoint that is merely slow could never prove that it works.
 */
export function patienceMs(
  { failingSince, roundAttempts }: { failingSince: number | null; roundAttempts: number },
  { timeoutMs, failingTimeoutMs }: Pick<SenderLimits, "timeoutMs" | "failingTimeoutMs">,
): number {
  return failingSince !== null && roundAttempts < hastyAttempts ? failingTimeoutMs : timeoutMs;
}

/** The body and headers of an attempt. Every attempt of an event has the same id and body. */
export function webhookRequest(
  secrets: WebhookSecrets,
  { endpoint, event }: Pick<TakenDelivery, "endpoint" | "event">,
  nowMs: number,
): { headers: Record<string, string>; body: string } {
  const { id, type, tenant_id, data, createdAt } = presentEvent(event);
  const about = tenant_id === null ? data : { tenant_id, ...data };
  const body = JSON.stringify({ type, timestamp: createdAt, data: about });
  const timestamp = Math.floor(nowMs / 1000);
  const { secret, oldSecret } = endpoint;
  const seeds = oldSecret !== null && oldSecret.until > nowMs ? [secret, oldSecret] : [secret];
  const signatures = seeds.map((seed) => secrets.sign(endpoint.id, seed, { id, timestamp, body }));
  return {
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatures.join(" "),
    },
  };
}

async function attempt(deps: SenderDeps, taken: TakenDelivery): Promise<void> {
  const { store, secrets, post, platform, limits } = deps;
  const { roundAttempts } = taken;
  const { failingSince } = taken.endpoint;
  const startedMs = platform.monotonicMs();
  // Rules may have become stricter since the URL was given.
  const url = readWebhookUrl(taken.endpoint.url, deps.urlRules);
  const facts: PostFacts =
    url === null
      ? { kind: "none", fault: "refused_url" }
      : await post(url, {
          ...webhookRequest(secrets, taken, platform.nowMs()),
          timeoutMs: patienceMs({ failingSince, roundAttempts }, limits),
        });
  const durationMs = platform.monotonicMs() - startedMs;
  const result = judgeAttempt({ facts, roundAttempts, durationMs, jitter: platform.jitter() });
  // For how long an endpoint has failed cannot be told by a clock that has jumped.
  await store.settle(taken, result, deps.clock.standing().jump === null ? limits.disableAfterMs : null);
}

/** Service clients and endpoints that have as many attempts under way as they may. */
function busyOf(underWay: readonly WebhookEndpointRow[], { perClient, perEndpoint }: SenderLimits): Busy {
  const full = (ids: readonly string[], max: number): string[] =>
    [...Map.groupBy(ids, (id) => id)].flatMap(([id, all]) => (all.length >= max ? [id] : []));
  return {
    clients: full(
      underWay.map(({ clientId }) => clientId),
      perClient,
    ),
    endpoints: full(
      underWay.map(({ id }) => id),
      perEndpoint,
    ),
  };
}

/** Sends until it is stopped, which waits for what is under way. */
export function startSender(deps: SenderDeps): { stop(): Promise<void> } {
  const { store, limits } = deps;
  const underWay = new Map<Promise<void>, WebhookEndpointRow>();
  const stopping = new AbortController();
  /** The service client that was served last: the next turn begins behind it. */
  let afterClient = "";
  /** Whether the bounds may hold back something that is due: then the end of an attempt is a reason to look again. */
  let isHeldBack = false;
  let isWanted = false;
  let running: Promise<void> | null = null;
  const begin = (taken: TakenDelivery): void => {
    const work = attempt(deps, taken)
      .catch(deps.onFailure)
      .finally(() => {
        underWay.delete(work);
        if (isHeldBack) look();
      });
    underWay.set(work, taken.endpoint);
  };
  const round = async (): Promise<void> => {
    while (!stopping.signal.aborted && (await store.fanOut(endpointsAtOnce)) > 0);
    isHeldBack = true;
    while (!stopping.signal.aborted && underWay.size < limits.concurrency) {
      const busy = busyOf([...underWay.values()], limits);
      const limit = limits.concurrency - underWay.size;
      const leaseMs = limits.timeoutMs + limits.leaseExtraMs;
      const taken = await store.take({ limit, leaseMs, afterClient, busy });
      for (const one of taken) begin(one);
      const last = taken.at(-1);
      if (last === undefined) {
        isHeldBack = busy.clients.length > 0 || busy.endpoints.length > 0;
        return;
      }
      afterClient = last.endpoint.clientId;
    }
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
      // In the same tick in which the loop ended: what is wanted from now on begins another.
      running = null;
    }
  };
  const look = (): void => {
    if (stopping.signal.aborted) return;
    isWanted = true;
    running ??= rounds();
  };
  const timer = setInterval(look, limits.everyMs);
  timer.unref();
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
      await Promise.allSettled(underWay.keys());
    },
  };
}

/**
 * Sends what is due: at least once, under one `webhook-id` for all attempts of an event. What a dead process held is
 * taken by another when its lease ends, which may send it twice and never loses it.
 */
import { presentEvent } from "../events/present.ts";
import type { ServiceClock } from "../clock/service-clock.ts";
import type { Platform } from "../platform.ts";
import { judgeAttempt } from "./judge.ts";
import type { PostFacts, PostWebhook, TakenDelivery, WebhookSecrets, WebhookStore } from "./port.ts";
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
  /** How much a lease outlasts its attempt: the time to write down what became of it. */
  leaseExtraMs: number;
  /** Attempts at once. */
  concurrency: number;
  /** Attempts at once to one endpoint, so that a slow one leaves room for others. */
  perEndpoint: number;
  /** An endpoint without a success for so long is disabled. */
  disableAfterMs: number;
};

const endpointsAtOnce = 50;

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
  const startedMs = platform.monotonicMs();
  // Rules may have become stricter since the URL was given.
  const url = readWebhookUrl(taken.endpoint.url, deps.urlRules);
  const facts: PostFacts =
    url === null
      ? { kind: "none", fault: "refused_url" }
      : await post(url, { ...webhookRequest(secrets, taken, platform.nowMs()), timeoutMs: limits.timeoutMs });
  const durationMs = platform.monotonicMs() - startedMs;
  const result = judgeAttempt({ facts, roundAttempts: taken.roundAttempts, durationMs, jitter: platform.jitter() });
  // For how long an endpoint has failed cannot be told by a clock that has jumped.
  await store.settle(taken, result, deps.clock.standing().jump === null ? limits.disableAfterMs : null);
}

/** Sends until it is stopped, which waits for what is under way. */
export function startSender(deps: SenderDeps): { stop(): Promise<void> } {
  const { store, limits } = deps;
  const underWay = new Map<Promise<void>, string>();
  const stopping = new AbortController();
  const busy = (): string[] => {
    const counts = Map.groupBy(underWay.values(), (id) => id);
    return [...counts].flatMap(([id, all]) => (all.length >= limits.perEndpoint ? [id] : []));
  };
  const begin = (taken: TakenDelivery): void => {
    const work = attempt(deps, taken)
      .catch(deps.onFailure)
      .finally(() => underWay.delete(work));
    underWay.set(work, taken.endpoint.id);
  };
  const round = async (): Promise<void> => {
    while (!stopping.signal.aborted && (await store.fanOut(endpointsAtOnce)) > 0);
    while (!stopping.signal.aborted && underWay.size < limits.concurrency) {
      const limit = Math.min(limits.concurrency - underWay.size, limits.perEndpoint);
      const taken = await store.take({ limit, leaseMs: limits.timeoutMs + limits.leaseExtraMs, except: busy() });
      if (taken.length === 0) return;
      for (const one of taken) begin(one);
    }
  };
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= round()
      .catch(deps.onFailure)
      .finally(() => {
        running = null;
      });
  }, limits.everyMs);
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

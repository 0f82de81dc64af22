/** Wires what webhooks consist of: the rules of their URLs, their secrets, and the sender. */
import type { Config } from "./config.ts";
import type { Deployment } from "./deployment.ts";
import { isAllowedAddress } from "./egress/address-guard.ts";
import { createWebhookPost } from "./egress/webhook-post.ts";
import { createWebhookSecrets } from "./vault/webhook-secrets.ts";
import { version } from "./version.ts";
import type { WebhookSecrets } from "./webhooks/port.ts";
import { startSender } from "./webhooks/sender.ts";
import type { UrlRules } from "./webhooks/url.ts";

const dayMs = 86_400_000;

/** The rules and secrets that the API and the sender share. */
export function webhookParts(
  { vault, platform }: Pick<Deployment, "vault" | "platform">,
  sandbox: boolean,
): { urlRules: UrlRules; secrets: WebhookSecrets } {
  const urlRules = { sandbox, isAllowedAddress: (address: string) => isAllowedAddress(address, sandbox) };
  return { urlRules, secrets: createWebhookSecrets(vault.hashes, platform.randomBytes) };
}

/** Starts the sender; null where this process is told to send nothing. @param onFailure told of a round that failed. */
export function startWebhooks(
  config: Pick<Config, "webhooks" | "connectTimeoutMs">,
  deployment: Deployment,
  options: { sandbox: boolean; onFailure: (error: unknown) => void },
): { stop(): Promise<void> } | null {
  const { enabled, timeoutMs, concurrency } = config.webhooks;
  const { store, platform, clock } = deployment;
  if (!enabled) return null;
  const { connectTimeoutMs } = config;
  const post = createWebhookPost({
    loopbackOnly: options.sandbox,
    connectTimeoutMs,
    userAgent: `svc/${version}`,
    nowMs: platform.nowMs,
  });
  return startSender({
    ...webhookParts(deployment, options.sandbox),
    store: store.webhooks,
    post,
    platform,
    clock,
    limits: { everyMs: 500, timeoutMs, leaseExtraMs: 15_000, concurrency, perEndpoint: 4, disableAfterMs: 5 * dayMs },
    onFailure: options.onFailure,
  });
}

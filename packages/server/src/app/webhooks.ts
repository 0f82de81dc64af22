/** Connects the parts of webhooks: URL rules, secrets and the sender. */
import type { Config } from "./config.ts";
import type { Resources } from "./resources.ts";
import { addressGuard } from "../adapters/egress/address-guard.ts";
import { createWebhookPost } from "../adapters/egress/webhook-post.ts";
import { createWebhookSecrets } from "../adapters/vault/webhook-secrets.ts";
import { version } from "./version.ts";
import type { WebhookSecrets } from "../domain/webhooks/port.ts";
import { senderLimits, startSender } from "../domain/webhooks/sender.ts";
import type { UrlRules } from "../domain/webhooks/url.ts";

/** Creates the rules and secrets that the API and the sender share. */
export function webhookParts(
  { webhooks }: Pick<Config, "webhooks">,
  { vault, platform }: Pick<Resources, "vault" | "platform">,
  sandbox: boolean,
): { urlRules: UrlRules; secrets: WebhookSecrets } {
  const urlRules = { sandbox, isAllowedAddress: addressGuard({ loopbackOnly: sandbox, denied: webhooks.denied }) };
  return { urlRules, secrets: createWebhookSecrets(vault.hashes, platform.randomBytes) };
}

/** Starts the sender; null if this process doesn't send webhooks. @param onFailure called if a round fails. */
export function startWebhooks(
  config: Pick<Config, "webhooks" | "connectTimeoutMs">,
  resources: Resources,
  options: { sandbox: boolean; onFailure: (error: unknown) => void },
): { stop(): Promise<void> } | null {
  const { enabled, timeoutMs, concurrency } = config.webhooks;
  const { store, platform, clock, machine } = resources;
  if (!enabled) return null;
  const { connectTimeoutMs } = config;
  const parts = webhookParts(config, resources, options.sandbox);
  const post = createWebhookPost({
    isAllowedAddress: parts.urlRules.isAllowedAddress,
    connectTimeoutMs,
    userAgent: `svc/${version}`,
    nowMs: platform.nowMs,
    machine,
  });
  return startSender({
    ...parts,
    store: store.webhooks,
    post,
    platform,
    clock,
    limits: senderLimits({ timeoutMs, concurrency }),
    onFailure: options.onFailure,
  });
}

/** Connects the parts of webhooks: URL rules, secrets and the sender. */
import type { Config } from "./config.ts";
import type { Resources } from "./resources.ts";
import { addressGuard, createWebhookAllowance } from "../adapters/egress/address-guard.ts";
import { createWebhookPost } from "../adapters/egress/webhook-post.ts";
import { createWebhookSecrets } from "../adapters/vault/signatures.ts";
import { version } from "./own-process.ts";
import type { WebhookSecrets } from "../domain/webhooks/port.ts";
import { senderLimits, startSender } from "../domain/webhooks/sender.ts";
import type { UrlRules } from "../domain/webhooks/url.ts";

/**
 * The rules for URLs that svc reads from: a host's document, an app's logo. Only public addresses, or a sandbox's own.
 */
export function documentUrlRules({ webhooks: { denied } }: Pick<Config, "webhooks">, sandbox: boolean): UrlRules {
  return { sandbox, isAllowedAddress: addressGuard({ loopbackOnly: sandbox, denied }) };
}

/** Creates the rules and secrets that the API and the sender share. */
export function webhookParts(
  config: Pick<Config, "webhooks">,
  { vault, platform }: Pick<Resources, "vault" | "platform">,
  sandbox: boolean,
): { urlRules: UrlRules; secrets: WebhookSecrets } {
  const { allowed, denied } = config.webhooks;
  const urlRules = documentUrlRules(config, sandbox);
  return {
    urlRules: sandbox ? urlRules : { ...urlRules, allowance: createWebhookAllowance(allowed, denied) },
    secrets: createWebhookSecrets(vault.hashes, platform.randomBytes),
  };
}

/** Starts the sender; null if this process doesn't send webhooks. @param onFailure called if a round fails. */
export function startWebhooks(
  config: Pick<Config, "webhooks" | "connectTimeoutMs" | "extraCa" | "egressProxy">,
  resources: Resources,
  options: { sandbox: boolean; onFailure: (error: unknown) => void },
): { stop(): Promise<void> } | null {
  const { enabled, timeoutMs, concurrency } = config.webhooks;
  const { store, platform, clock, machine } = resources;
  if (!enabled) return null;
  const { connectTimeoutMs, extraCa } = config;
  const parts = webhookParts(config, resources, options.sandbox);
  const post = createWebhookPost({
    urlRules: parts.urlRules,
    extraCa,
    proxy: options.sandbox ? null : config.egressProxy,
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

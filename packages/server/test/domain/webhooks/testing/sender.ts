/**
 * A process that sends webhooks until it is killed, for kills.test.ts.
 * node sender.ts <database URL> <hashing key in hexadecimal>
 */
import { createSecretKey } from "node:crypto";
import { addressGuard } from "../../../../src/adapters/egress/address-guard.ts";
import { createWebhookPost } from "../../../../src/adapters/egress/webhook-post.ts";
import { systemPlatform as platform } from "../../../../src/platform.ts";
import { openStore } from "../../../../src/adapters/store/open.ts";
import { keyedHashes } from "../../../../src/adapters/vault/hashing.ts";
import { createWebhookSecrets } from "../../../../src/adapters/vault/signatures.ts";
import { senderLimits, startSender } from "../../../../src/domain/webhooks/sender.ts";
import { fixedClock } from "../../clock/fixed.ts";
import { testSeals } from "../../../test-seals.ts";

const [, , url = "", key = ""] = process.argv;
const store = await openStore({ seals: testSeals, url, nowMs: platform.nowMs, migrate: false, serve: false });
const hashes = keyedHashes(new Map([[1, createSecretKey(Buffer.from(key, "hex"))]]));
const urlRules = { sandbox: true, isAllowedAddress: addressGuard({ loopbackOnly: true }) };
startSender({
  store: store.webhooks,
  secrets: createWebhookSecrets(hashes, platform.randomBytes),
  post: createWebhookPost({ urlRules, connectTimeoutMs: 3000, userAgent: "test", nowMs: platform.nowMs }),
  urlRules,
  platform,
  clock: fixedClock(0),
  limits: {
    ...senderLimits({ timeoutMs: 1000, concurrency: 16 }),
    everyMs: 20,
    leaseExtraMs: 1000,
    perClient: 16,
    perEndpoint: 8,
    disableAfterMs: 9_000_000_000,
  },
  // The next round retries.
  onFailure: () => {},
});
// The sender's own timer lets a process exit; this one keeps it alive until it is killed.
setInterval(() => {}, 60_000);
process.stdout.write("sending\n");

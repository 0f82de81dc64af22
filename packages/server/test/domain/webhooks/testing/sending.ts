/** A sender on a database of either engine, with service clients whose endpoints a test controls. */
import { fixedClock } from "../../clock/fixed.ts";
import { createSecretKey, randomBytes } from "node:crypto";
import type { TestContext } from "node:test";
import { addressGuard } from "../../../../src/adapters/egress/address-guard.ts";
import { systemPlatform as platform } from "../../../../src/platform.ts";
import type { Store } from "../../../../src/domain/database/port.ts";
import { keyedHashes } from "../../../../src/adapters/vault/hashing.ts";
import { createWebhookSecrets } from "../../../../src/adapters/vault/signatures.ts";
import type { PostWebhook } from "../../../../src/domain/webhooks/port.ts";
import { senderLimits, startSender, type SenderLimits } from "../../../../src/domain/webhooks/sender.ts";
import type { Database } from "../../journal/fixture.ts";
import * as samples from "../../../adapters/store/samples.ts";

/** The fixture: a store, and the steps of a test. */
export type SendingFixture = {
  store: Store;
  /** Creates a service client with endpoints at these URLs. */
  client(urls: readonly string[]): Promise<{ clientId: string; endpointIds: string[] }>;
  events(client: { clientId: string; endpointIds: readonly string[] }, perEndpoint: number): Promise<void>;
  /** Sends until the end of the test. */
  send(post: PostWebhook, change?: Partial<SenderLimits>): void;
};

/** Opens a fixture, which is closed at the end of the test. */
export async function sendingFixture(t: TestContext, make: () => Promise<Database>): Promise<SendingFixture> {
  const database = await make();
  const store = await database.open();
  const hashes = keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]]));
  const secrets = createWebhookSecrets(hashes, platform.randomBytes);
  const senders: { stop(): Promise<void> }[] = [];
  t.after(async () => {
    for (const sender of senders) await sender.stop();
    await store.close();
    await database.drop();
  });
  return {
    store,
    async client(urls) {
      const { clientId } = await samples.makeTenant(store);
      const endpointIds: string[] = [];
      for (const url of urls) {
        const id = samples.newId("whe");
        const about = { id, clientId, url, description: "", eventTypes: ["*"], secret: secrets.newSeed(id) };
        const state = { disabledReason: "", oldSecrets: [], failingSince: null, createdAt: 1, updatedAt: 1 } as const;
        await store.webhooks.create({ ...about, ...state }, samples.sampleCreation(clientId, urls.length));
        endpointIds.push(id);
      }
      return { clientId, endpointIds };
    },
    async events({ clientId, endpointIds }, perEndpoint) {
      for (const id of endpointIds) {
        for (let made = 0; made < perEndpoint; made += 1) await store.webhooks.appendTest(clientId, id, "operator");
      }
    },
    send(post, change = {}) {
      const urlRules = { sandbox: true, isAllowedAddress: addressGuard({ loopbackOnly: true }) };
      const limits = { ...senderLimits({ timeoutMs: 60_000, concurrency: 16 }), everyMs: 50, ...change };
      const onFailure = (error: unknown): never => {
        throw error;
      };
      senders.push(
        startSender({
          store: store.webhooks,
          secrets,
          post,
          urlRules,
          platform,
          clock: fixedClock(0),
          limits,
          onFailure,
        }),
      );
    },
  };
}

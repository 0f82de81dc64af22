/** Tests how a provider names the account of a credential, which a user waits for on the Connect page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialExpiryMs, type IdentifiedAccount } from "../account.ts";
import { ProviderFailure } from "../failure.ts";
import type { Provider } from "../provider.ts";
import { requestFault } from "../request-rules.ts";
import { lostEnds, malformedReads, notSentEnds, refusedStatuses, statusEnd, type ProviderEnd } from "./ends.ts";
import { createPort, type Exchange, type Send } from "./port.ts";
import { findAuth, findConnection, secretsIn } from "./runs.ts";
import type { ProviderWorld } from "./world.ts";

/** Registers the tests. */
export function exerciseIdentify(provider: Provider, makeWorld: () => Promise<ProviderWorld>): void {
  const withWorld = async (use: (world: ProviderWorld) => Promise<void>): Promise<void> => {
    const world = await makeWorld();
    try {
      await use(world);
    } finally {
      await world.close();
    }
  };
  test(`${provider.slug}: names the account of a credential, using only reads`, () =>
    withWorld(async (world) => {
      const { account, exchanges } = await identify(provider, world, world.send);
      // They are stored in a database, and shown.
      for (const text of [account.slug, account.name]) assert.match(text, /^[^\p{Cc}\p{Cs}]{1,500}$/u);
      credentialExpiryMs(account);
      const secrets = secretsIn(provider, world.credential);
      for (const { request } of exchanges) {
        assert.equal(requestFault(provider, request, "read"), null);
        const sent = JSON.stringify([request.path, request.query, request.headers, request.json, request.form]);
        assert.ok(!secrets.some((secret) => sent.includes(secret)), "the credential is in the request itself");
      }
    }));
  test(`${provider.slug}: names no account if the read of it ends badly`, () =>
    withWorld(async (world) => {
      const { account, exchanges } = await identify(provider, world, world.send);
      // Some credentials name their account themselves, and a response only shows that they work.
      if (exchanges.length === 0) return;
      for (const end of [...notSentEnds, ...lostEnds, ...[...refusedStatuses, 301, 500, 502].map(statusEnd)]) {
        await assertNoAccount(provider, world, end, null);
      }
      for (const end of malformedReads) await assertNoAccount(provider, world, end, account);
    }));
}

/** @param known the account that may be named without the response; null for none. */
async function assertNoAccount(
  provider: Provider,
  world: ProviderWorld,
  { name, facts }: ProviderEnd,
  known: IdentifiedAccount | null,
): Promise<void> {
  const found = await identify(provider, world, () => Promise.resolve(facts)).catch((error: unknown) => error);
  if (!(found instanceof Error)) {
    const { account } = found as { account: IdentifiedAccount };
    return assert.deepEqual(account, known, `${name}: it named an account`);
  }
  assert.ok(found.cause instanceof ProviderFailure, `${name}: ${String(found.cause)}`);
}

/** @throws Error with the provider's own as its cause. */
async function identify(
  provider: Provider,
  { credential }: ProviderWorld,
  send: Send,
): Promise<{ account: IdentifiedAccount; exchanges: readonly Exchange[] }> {
  const { port, exchanges } = createPort(provider, { ...findConnection(provider, credential), send });
  try {
    return { account: await findAuth(provider, credential).identify(port), exchanges };
  } catch (cause) {
    const code = cause instanceof ProviderFailure ? cause.refusal.code : "an error of its own";
    throw new Error(`identify failed with ${code}, so no user could connect`, { cause });
  }
}

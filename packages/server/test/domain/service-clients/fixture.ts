/** The fixture: service clients on a real SQLite store, with a clock that the test can move. */
import { createSecretKey, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { makeId, type IdPrefix } from "@svc/contract";
import { doppler } from "@svc/provider-doppler";
import { createAudit } from "../../../src/domain/journal/entry.ts";
import type { AuditEvent } from "../../../src/domain/journal/port.ts";
import { createCursors } from "../../../src/domain/listings/page.ts";
import type { Platform } from "../../../src/platform.ts";
import { createAuthenticate } from "../../../src/domain/service-clients/authenticate.ts";
import { createServiceClients } from "../../../src/domain/service-clients/service-clients.ts";
import { createServiceKeys } from "../../../src/app/secrets.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";
import { testSeals } from "../../test-seals.ts";

/** The registration of a client. */
export const registration = {
  name: "app",
  allowedOrigins: ["https://app.example.com"],
  allowedReturnUrls: ["https://app.example.com/done"],
  allowedActions: ["doppler/*"],
  requireConfirmed: false,
  settleByState: false,
  allowImport: false,
};

/** Opens a store in a folder that is removed after the test. */
export async function openFixture(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), "svc-clients-"));
  const clock = { nowMs: 1_800_000_000_000 };
  const url = `sqlite:${join(folder, "svc.sqlite")}`;
  const store = await openStore({ seals: testSeals, url, nowMs: () => clock.nowMs, migrate: true, serve: false });
  context.after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const platform: Platform = {
    nowMs: () => clock.nowMs,
    monotonicMs: () => clock.nowMs,
    uptimeMs: () => clock.nowMs,
    randomBytes: (count) => randomBytes(count),
    jitter: () => 0.5,
    cellMark: () => "",
  };
  const newId = (prefix: IdPrefix): string => makeId(prefix, clock.nowMs, randomBytes(10));
  const hashes = keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]]));
  const keys = createServiceKeys({ hashes }, platform);
  const audit = createAudit(store.audit, { platform, newId });
  const events = async (): Promise<AuditEvent[]> => {
    const chains = await store.audit.chainIds();
    return (await Promise.all(chains.map((id) => store.audit.page(id, 0, 1000)))).flat();
  };
  const deps = { store: store.serviceClients, keys, platform, newId, known: () => [doppler] };
  return {
    store,
    clock,
    platform,
    newId,
    audit,
    events,
    hashes,
    keys,
    cursors: createCursors(hashes),
    clients: createServiceClients(deps),
    authenticate: createAuthenticate({ ...withoutTokens, store: store.serviceClients, keys, platform }),
  };
}

/** For authentication without delegated tokens. */
export const withoutTokens = { tokens: { findForUse: () => Promise.resolve(null) }, actions: () => [] };

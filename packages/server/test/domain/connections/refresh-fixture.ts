/** One process with one OAuth connection on its own store, with clocks that a test can move. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { CredentialState } from "../../../src/domain/connections/credential-provider.ts";
import type { RefreshDeps } from "../../../src/domain/connections/refresh-work.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { openTemporaryStore, type TemporaryStore } from "./temporary-store.ts";
import {
  clockedPlatform,
  makeOAuthConnection,
  makeReplica,
  readAudited,
  rotatingServer,
  sealedOf,
  type Clock,
} from "./oauth-fixture.ts";

export const clock: Clock = { skewMs: 0, sleptMs: 0 };
export const platform = clockedPlatform(clock);
export const hourMs = 3_600_000;

/** Opens a store for the tests of the calling file, and returns the function that creates fixtures on it. */
export function fixtures() {
  let opened: TemporaryStore | undefined;
  before(async () => {
    opened = await openTemporaryStore(platform.nowMs);
  });
  after(() => opened?.close());
  return (leftMs: number, change: (store: Store) => Partial<RefreshDeps> = () => ({})) => {
    const store = opened?.store ?? assert.fail("The store is not open.");
    return createFixture(store, leftMs, change(store));
  };
}

/** @param leftMs the remaining lifetime of the token. */
async function createFixture(store: Store, leftMs: number, change: Partial<RefreshDeps>) {
  Object.assign(clock, { skewMs: 0, sleptMs: 0 });
  const server = rotatingServer(platform);
  const made = await makeOAuthConnection(store, server, platform, leftMs);
  const replica = makeReplica(store, server, platform, change);
  const soon = () => platform.monotonicMs() + 5000;
  return {
    ...made,
    store,
    server,
    replica,
    audited: () => readAudited(store, made.place.clientId),
    open: async () => replica.live.open(sealedOf(await made.read()), soon()),
    refresh: async (version: number) => replica.live.refresh(sealedOf(await made.read()), version, soon()),
  };
}

/** Returns the access token of a ready credential, or why there is none. */
export function readToken(state: CredentialState): string {
  return state.kind === "ready" ? (state.credential as { accessToken: string }).accessToken : state.kind;
}

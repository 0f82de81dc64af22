/**
 * Resolves an `Authorization` header to a caller. Absent, malformed, unknown, expired and revoked keys all look the
 * same.
 */
import { ServiceError } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import type { Caller } from "./caller.ts";
import type { ServiceKeys } from "./keys.ts";
import type { ServiceClientRow, ServiceClientStore, ServiceKeyRow } from "./port.ts";

/** How long a look-up may be reused. A revocation by any process takes effect after this at the latest. */
const cacheMs = 500;
const cachedMax = 1000;

/** RFC 6750 §2.1; the scheme is case-insensitive (RFC 9110 §11.1). */
const bearerForm = /^bearer +([\x21-\x7e]+)$/i;

/** RFC 9110 allows long headers; a key has 57 characters. */
const headerLengthMax = 200;

type Found = { client: ServiceClientRow; key: ServiceKeyRow };
/** What was found, and until when it may be reused, on the monotonic clock. */
type LookedUp = { found: Found; until: number };

/** @param values every `Authorization` header of the request. @throws ServiceError UNAUTHENTICATED. */
export type Authenticate = (values: readonly string[]) => Promise<Caller>;

/** Creates the check. `store` finds keys by their public id, and replaces an unbound hash with a bound one. */
export function createAuthenticate(deps: {
  store: Pick<ServiceClientStore, "findByKeyId" | "replaceKeyHash">;
  keys: ServiceKeys;
  platform: Platform;
}): Authenticate {
  const { keys, platform, store } = deps;
  const lookUp = cachedLookUp(deps);
  // Look-ups by their key's digest, for as long as they may be reused.
  const recent = new Map<string, LookedUp>();
  // Unknown ids are verified against this, so that they take as long as known ones.
  const dummy = { clientId: "", id: "" };
  const dummyRow = { ...dummy, hash: keys.hash(dummy, keys.makeServiceKey().key) };
  return async (values) => {
    const presented = readBearer(values);
    const digest = presented === null ? "" : keys.digest(presented);
    const known = recent.get(digest);
    if (known !== undefined && platform.monotonicMs() < known.until && isActive(known.found, platform.nowMs())) {
      return toCaller(known.found);
    }
    // Check the checksum before the store: a malformed key costs no look-up.
    const parsed = presented === null ? null : keys.parseServiceKey(presented);
    if (presented === null || parsed === null) throw new ServiceError("UNAUTHENTICATED");
    const lookedUp = await lookUp(parsed.id);
    const genuine = keys.verify(lookedUp?.found.key ?? dummyRow, presented);
    if (lookedUp === null || !genuine || !isActive(lookedUp.found, platform.nowMs())) {
      throw new ServiceError("UNAUTHENTICATED");
    }
    if (recent.size >= cachedMax) recent.clear();
    recent.set(digest, lookedUp);
    bindHash(store, keys, lookedUp.found.key, presented);
    return toCaller(lookedUp.found);
  };
}

/**
 * Binds a key's unbound hash, because the key's text is only available now. The caller does not wait for this, and after
 * a failure the key's next use tries again.
 */
function bindHash(
  store: Pick<ServiceClientStore, "replaceKeyHash">,
  keys: ServiceKeys,
  row: ServiceKeyRow,
  presented: string,
): void {
  if (!keys.isBound(row.hash)) store.replaceKeyHash(row, keys.hash(row, presented)).catch(() => false);
}

function toCaller({ client, key }: Found): Caller {
  return { client, keyId: key.id };
}

/** Returns the only bearer token in the headers; null for none, several, or another scheme. */
export function readBearer(values: readonly string[]): string | null {
  const [value, ...others] = values;
  if (value === undefined || others.length > 0 || value.length > headerLengthMax) return null;
  return bearerForm.exec(value)?.[1] ?? null;
}

function isActive({ client, key }: Found, nowMs: number): boolean {
  const expired = key.expiresAt !== null && key.expiresAt <= nowMs;
  return client.revokedAt === null && key.revokedAt === null && !expired;
}

function cachedLookUp(deps: {
  store: Pick<ServiceClientStore, "findByKeyId">;
  platform: Platform;
}): (keyId: string) => Promise<LookedUp | null> {
  const cache = new Map<string, LookedUp>();
  return async (keyId) => {
    // Taken before the look-up, because a revocation during it must not outlive the cache time.
    const startedAt = deps.platform.monotonicMs();
    const cached = cache.get(keyId);
    if (cached !== undefined && startedAt < cached.until) return cached;
    cache.delete(keyId);
    const found = await deps.store.findByKeyId(keyId);
    if (found === null) return null;
    if (cache.size >= cachedMax) cache.clear();
    const lookedUp = { found, until: startedAt + cacheMs };
    cache.set(keyId, lookedUp);
    return lookedUp;
  };
}

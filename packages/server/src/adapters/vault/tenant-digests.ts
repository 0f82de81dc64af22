/**
 * Keyed digests under a tenant's keys, for values that are compared later and never read back. They reveal nothing
 * without the key, and are worthless once it is destroyed. Their key is derived from the tenant's, under its own label.
 */
import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { TenantDigests } from "../../domain/vault/port.ts";
import { keyedHashes } from "./hashing.ts";
import { allKeys, type Keyset } from "./keyset.ts";

const keyBytes = 32;
// A name fits into the version of a keyed hash: nine decimal digits that don't begin with a zero.
const nameBytes = 4;
const namesMax = 999_999_999;

/** Derives the digests of a tenant. A retired key recognizes its own digests and makes no new ones. */
export function tenantDigests(keyset: Keyset, tenantId: string): TenantDigests {
  const keys = allKeys(keyset).map((key) => derive(key, tenantId));
  const all = keyedHashes(new Map(keys.map(({ name, key }) => [name, key])));
  const sealing = keyedHashes(new Map(keys.slice(0, 1).map(({ name, key }) => [name, key])));
  const names = new Set(keys.map(({ name }) => String(name)));
  return {
    digest: (data) => sealing.hash("sent-value", data),
    isOf: (data, digest) =>
      names.has(digest.slice(0, digest.indexOf("."))) ? all.verify("sent-value", data, digest) : null,
  };
}

/** `name` distinguishes the tenant's keys. It is derived too, and reveals nothing about the key. */
function derive(tenantKey: Uint8Array, tenantId: string): { name: number; key: KeyObject } {
  const bytes = Buffer.from(hkdfSync("sha512", tenantKey, tenantId, "svc-digests/v1", keyBytes + nameBytes));
  const key = createSecretKey(bytes.subarray(0, keyBytes));
  const name = (bytes.readUInt32BE(keyBytes) % namesMax) + 1;
  bytes.fill(0);
  return { name, key };
}

/**
 * Keyed hashes under the deployment's hashing keys (contract §11.3), for values that are compared and never read back;
 * and keyed digests under a tenant's keys, which reveal nothing without the key, and are worthless once it is
 * destroyed. Their key is derived from the tenant's, under its own label.
 */
import { createHmac, hash as digestOf, timingSafeEqual, type KeyObject, createSecretKey, hkdfSync } from "node:crypto";
import { lengthPrefixed } from "./binding.ts";
import type { HashData, HashPurpose, KeyedHashes, TenantDigests } from "../../domain/vault/port.ts";
import { allKeys, type Keyset } from "./keyset.ts";

const hashPattern = /^([1-9][0-9]{0,8})\.[A-Za-z0-9_-]{43}$/;

/**
 * Creates keyed hashes.
 * @param keys by version; at least one. The highest version is the newest.
 */
export function keyedHashes(keys: ReadonlyMap<number, KeyObject>): KeyedHashes {
  const newestFirst = [...keys].sort(([left], [right]) => right - left);
  const hashUnderEveryKey: KeyedHashes["hashUnderEveryKey"] = (purpose, data) =>
    newestFirst.map(([version, key]) => hashUnder(version, key, purpose, data));
  const [newest] = newestFirst;
  if (newest === undefined) throw new RangeError("keyedHashes needs a key");
  return {
    hash: (purpose, data) => hashUnder(...newest, purpose, data),
    hashUnderEveryKey,
    verify(purpose, data, hash) {
      const version = Number(hashPattern.exec(hash)?.[1]);
      const key = keys.get(version);
      if (key === undefined) return false;
      return timingSafeEqual(Buffer.from(hashUnder(version, key, purpose, data)), Buffer.from(hash));
    },
  };
}

/** The prefix of the hashed data, by purpose. */
const prefixes = new Map<HashPurpose, Uint8Array>();

function getPrefix(purpose: HashPurpose): Uint8Array {
  const known = prefixes.get(purpose) ?? lengthPrefixed(["svc-hash/v1", purpose]);
  prefixes.set(purpose, known);
  return known;
}

/** The purpose comes first, prefixed with its length, so no two purposes share an input. */
function hashUnder(version: number, key: KeyObject, purpose: HashPurpose, data: HashData): string {
  const bytes = typeof data === "string" || data instanceof Uint8Array ? data : lengthPrefixed(data);
  const mac = createHmac("sha256", key).update(getPrefix(purpose)).update(bytes);
  return `${version}.${mac.digest("base64url")}`;
}

/** An unkeyed digest. Safe only for text that can't be guessed: 190 random bits reveal nothing. */
export function plainDigest(text: string): string {
  return digestOf("sha256", text, "base64url");
}

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

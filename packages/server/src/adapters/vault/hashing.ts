/**
 * Keyed hashes under the deployment's hashing keys (contract §11.3), for values that are compared and never read back.
 */
import { createHmac, hash as digestOf, timingSafeEqual, type KeyObject } from "node:crypto";
import { lengthPrefixed } from "./binding.ts";
import type { HashData, HashPurpose, KeyedHashes } from "../../domain/vault/port.ts";

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

/** Keyed hashes under the deployment's hashing keys (contract §11.3): for what is compared and never read back. */
import { createHmac, hash as digestOf, timingSafeEqual, type KeyObject } from "node:crypto";
import { lengthPrefixed } from "./binding.ts";
import type { HashData, HashPurpose, KeyedHashes } from "./port.ts";

const hashPattern = /^([1-9][0-9]{0,8})\.[A-Za-z0-9_-]{43}$/;

/**
 * Keyed hashes under these keys.
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

/** What stands before the data, by the purpose. */
const prefixes = new Map<HashPurpose, Uint8Array>();

function prefixOf(purpose: HashPurpose): Uint8Array {
  const known = prefixes.get(purpose) ?? lengthPrefixed(["svc-hash/v1", purpose]);
  prefixes.set(purpose, known);
  return known;
}

/** The purpose stands before the data behind its length, so that no two purposes share an input. */
function hashUnder(version: number, key: KeyObject, purpose: HashPurpose, data: HashData): string {
  const bytes = typeof data === "string" || data instanceof Uint8Array ? data : lengthPrefixed(data);
  const mac = createHmac("sha256", key).update(prefixOf(purpose)).update(bytes);
  return `${version}.${mac.digest("base64url")}`;
}

/** A digest without a key, for a text that nobody can guess: of 190 bits of chance it tells nothing. */
export function plainDigest(text: string): string {
  return digestOf("sha256", text, "base64url");
}

/**
 * The service's only cipher: AES-256-GCM under a key that is derived separately for every box.
 *
 * AES-GCM alone does not commit to its key: a crafted ciphertext can open under two keys. Each box therefore carries a
 * commitment that only its own key derives, as in the AWS Encryption SDK's message format, and it is checked first. The
 * fresh salt also keeps every key far from the nonce limit (NIST SP 800-38D §8.3), no matter how often it seals.
 *
 *     box = salt(32) | commitment(32) | nonce(12) | ciphertext | tag(16)
 *     HKDF-SHA-512(key, salt, "svc-vault/v1", 64 bytes) = AES key(32) | commitment(32)
 */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto";

/** Returns `count` bytes from a source fit for keys. */
export type RandomBytes = (count: number) => Uint8Array;

const saltBytes = 32;
const keyBytes = 32;
const commitmentBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = saltBytes + commitmentBytes + nonceBytes;

/** How many bytes a box is longer than its plaintext. */
export const boxOverheadBytes: number = headBytes + tagBytes;

/**
 * Seals a plaintext.
 * @param key 32 bytes; not changed.
 * @param aad what the box is bound to; needed again to open it.
 */
export function sealBox(
  key: KeyObject | Uint8Array,
  aad: Uint8Array,
  plaintext: Uint8Array,
  randomBytes: RandomBytes,
): Uint8Array {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const derived = derive(key, salt);
  const cipher = createCipheriv("aes-256-gcm", derived.subarray(0, keyBytes), nonce, { authTagLength: tagBytes });
  cipher.setAAD(aad);
  const ciphertext = cipher.update(plaintext);
  cipher.final();
  const box = concat([salt, derived.subarray(keyBytes), nonce, ciphertext, cipher.getAuthTag()]);
  derived.fill(0);
  return box;
}

/**
 * Opens a box.
 * @returns the plaintext, which the caller wipes; null if the key, the additional data or any byte of the box differs.
 */
export function openBox(key: KeyObject | Uint8Array, aad: Uint8Array, box: Uint8Array): Uint8Array | null {
  const boxKey = deriveBoxKey(key, box);
  if (boxKey === null) return null;
  try {
    return openDerived(boxKey, aad, box);
  } finally {
    boxKey.fill(0);
  }
}

/** The bytes of a box from which {@link deriveBoxKey} derives its key: salt and commitment. */
export const derivationBytes: number = saltBytes + commitmentBytes;

/** @returns the AES key of this box, which the caller wipes; null if the box is not committed to the key. */
export function deriveBoxKey(key: KeyObject | Uint8Array, box: Uint8Array): Uint8Array | null {
  if (box.length < boxOverheadBytes) return null;
  const derived = derive(key, box.subarray(0, saltBytes));
  try {
    const commitment = box.subarray(saltBytes, saltBytes + commitmentBytes);
    return timingSafeEqual(derived.subarray(keyBytes), commitment) ? derived.slice(0, keyBytes) : null;
  } finally {
    derived.fill(0);
  }
}

/**
 * Imported copies of keys. Importing a key for each opening would take most of the opening's time. A copy lives as long
 * as its bytes.
 */
const copies = new WeakMap<Uint8Array, KeyObject>();

function importKey(boxKey: Uint8Array): KeyObject {
  const copy = copies.get(boxKey) ?? createSecretKey(boxKey);
  copies.set(boxKey, copy);
  return copy;
}

/**
 * Opens a box under the key that {@link deriveBoxKey} returned for it. The key's bytes must never change except to be
 * wiped.
 * @returns the plaintext, which the caller wipes; null if the additional data or any byte of the box differs.
 */
export function openDerived(boxKey: Uint8Array, aad: Uint8Array, box: Uint8Array): Uint8Array | null {
  const nonce = box.subarray(headBytes - nonceBytes, headBytes);
  const decipher = createDecipheriv("aes-256-gcm", importKey(boxKey), nonce, { authTagLength: tagBytes });
  decipher.setAAD(aad);
  decipher.setAuthTag(box.subarray(box.length - tagBytes));
  const unproven = decipher.update(box.subarray(headBytes, box.length - tagBytes));
  try {
    decipher.final();
    return new Uint8Array(unproven.buffer, unproven.byteOffset, unproven.byteLength);
  } catch {
    unproven.fill(0);
    return null;
  }
}

function derive(key: KeyObject | Uint8Array, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync("sha512", key, salt, "svc-vault/v1", keyBytes + commitmentBytes));
}

/** Joins the parts into a new array. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

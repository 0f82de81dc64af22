/**
 * The format of what the vault writes, version 1. Numbers in parentheses are bytes.
 *
 *     root key ──▶ tenant key ──▶ data key of one credential version ──▶ credential
 *         └──────▶ hashing key
 *
 *     header         "SVC1"(4) | version 01(1) | suite(1)        01 for wrapped keys, 02 for credentials
 *     wrapped key    header | box(32 + 40 r)             a tenant's keyset (keyset.ts) or a hashing key, under a root key
 *     credential     header | box(32) | box(n)           the data key under the tenant key, the content under the data key
 *     box(n)         salt(32) | commitment(32) | nonce(12) | ciphertext(n) | tag(16)                            (box.ts)
 *
 * Both suites are HKDF-SHA-512 with key commitment and AES-256-GCM with random nonces. Every key but the root keys is
 * 32 random bytes. Each box has the additional data of its layer (binding.ts). Suite 01: format label, layer,
 * deployment id, sandbox or live, tenant, connection or root key id, version, purpose. Suite 02 adds the service
 * client, the provider, the origin in the operator's list if the connection has one, and the granted actions.
 *
 * This does not stop someone who controls the whole database from restoring all of it to an earlier state.
 */
import type { KeyObject } from "node:crypto";
import { additionalData, credentialAdditionalData, type Binding, type CredentialBinding } from "./binding.ts";
import {
  boxOverheadBytes,
  concat,
  derivationBytes,
  deriveBoxKey,
  openBox,
  openDerived,
  sealBox,
  type RandomBytes,
} from "./box.ts";

const keyHeader = Uint8Array.of(0x53, 0x56, 0x43, 0x31, 0x01, 0x01);
const credentialHeader = Uint8Array.of(0x53, 0x56, 0x43, 0x31, 0x01, 0x02);
const headerBytes = 6;
const keyBytes = 32;
const keyBoxBytes = keyBytes + boxOverheadBytes;

/** Seals a key, or a tenant's keyset, under a root key. */
export function wrapKey(rootKey: KeyObject, binding: Binding, key: Uint8Array, randomBytes: RandomBytes): Uint8Array {
  return concat([keyHeader, sealBox(rootKey, additionalData(binding, "key"), key, randomBytes)]);
}

/** @returns the key, which the caller wipes; null if it does not open. */
export function unwrapKey(rootKey: KeyObject, binding: Binding, wrapped: Uint8Array): Uint8Array | null {
  if (!beginsWith(wrapped, keyHeader)) return null;
  return openBox(rootKey, additionalData(binding, "key"), wrapped.subarray(headerBytes));
}

/** Seals a credential under a new data key, and that key under the tenant's key. */
export function sealRecord(
  tenantKey: Uint8Array,
  binding: CredentialBinding,
  plaintext: Uint8Array,
  randomBytes: RandomBytes,
): Uint8Array {
  const dataKey = randomBytes(keyBytes);
  const keyBox = sealBox(tenantKey, credentialAdditionalData(binding, "key"), dataKey, randomBytes);
  const contentBox = sealBox(dataKey, credentialAdditionalData(binding, "content"), plaintext, randomBytes);
  dataKey.fill(0);
  return concat([credentialHeader, keyBox, contentBox]);
}

/** @returns the credential, which the caller wipes; null if it does not open. */
export function openRecord(tenantKey: Uint8Array, binding: CredentialBinding, record: Uint8Array): Uint8Array | null {
  const contentKey = deriveContentKey(tenantKey, binding, record);
  if (contentKey === null) return null;
  const plaintext = openContent(contentKey, credentialAdditionalData(binding, "content"), record);
  contentKey.fill(0);
  return plaintext;
}

/**
 * @returns the AES key of a record's content, which the caller wipes; null if the record is not under the tenant key.
 */
export function deriveContentKey(
  tenantKey: Uint8Array,
  binding: CredentialBinding,
  record: Uint8Array,
): Uint8Array | null {
  if (!beginsWith(record, credentialHeader) || record.length < headerBytes + keyBoxBytes) return null;
  const body = record.subarray(headerBytes);
  const dataKey = openBox(tenantKey, credentialAdditionalData(binding, "key"), body.subarray(0, keyBoxBytes));
  if (dataKey === null) return null;
  const contentKey = deriveBoxKey(dataKey, body.subarray(keyBoxBytes));
  dataKey.fill(0);
  return contentKey;
}

/**
 * Opens a record's content under the key that {@link deriveContentKey} returned for it, or for a record with the same
 * {@link contentKeyName}.
 * @param aad the additional data of the record's content.
 * @returns the credential, which the caller wipes; null if it does not open.
 */
export function openContent(contentKey: Uint8Array, aad: Uint8Array, record: Uint8Array): Uint8Array | null {
  if (!beginsWith(record, credentialHeader) || record.length < headerBytes + keyBoxBytes + boxOverheadBytes)
    return null;
  return openDerived(contentKey, aad, record.subarray(headerBytes + keyBoxBytes));
}

/**
 * Names the key of a record's content: everything that it is derived from besides the tenant's keys, as text.
 * @param aad the additional data of the record's content.
 */
export function contentKeyName(aad: Uint8Array, record: Uint8Array): string {
  const decisive = record.subarray(0, headerBytes + keyBoxBytes + derivationBytes);
  return Buffer.concat([aad, decisive]).toString("latin1");
}

function beginsWith(bytes: Uint8Array, header: Uint8Array): boolean {
  return header.every((byte, index) => bytes[index] === byte);
}

/**
 * A tenant's keys, wrapped together under a root key. The first seals, all of them open. The others were retired by
 * `vault rekey` and stay until nothing sealed under them can still be in flight.
 *
 *     keyset = key(32) | [ retired key(32) | retired at, milliseconds since the epoch(8, big-endian) ]*
 */

/** The keys of one tenant. The holder wipes them. */
export type Keyset = { sealing: Uint8Array; retired: readonly RetiredKey[] };

/** A key that no longer seals. */
export type RetiredKey = { key: Uint8Array; retiredAtMs: number };

const keyBytes = 32;
const entryBytes = keyBytes + 8;

/** The maximum number of retired keys in a keyset. */
export const retiredKeysMax = 16;

/** Returns the bytes to wrap; the caller wipes them. */
export function encodeKeyset({ sealing, retired }: Keyset): Uint8Array {
  const bytes = new Uint8Array(keyBytes + retired.length * entryBytes);
  bytes.set(sealing);
  retired.forEach(({ key, retiredAtMs }, index) => {
    const offset = keyBytes + index * entryBytes;
    bytes.set(key, offset);
    new DataView(bytes.buffer).setBigUint64(offset + keyBytes, BigInt(retiredAtMs));
  });
  return bytes;
}

/** Copies a keyset out of unwrapped bytes; null if they have another format. */
export function decodeKeyset(bytes: Uint8Array): Keyset | null {
  const count = (bytes.length - keyBytes) / entryBytes;
  if (!Number.isInteger(count) || count < 0 || count > retiredKeysMax) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const retired = Array.from({ length: count }, (_one, index) => {
    const offset = keyBytes + index * entryBytes;
    const key = bytes.slice(offset, offset + keyBytes);
    return { key, retiredAtMs: Number(view.getBigUint64(offset + keyBytes)) };
  });
  return { sealing: bytes.slice(0, keyBytes), retired };
}

/** Returns every key, the sealing one first. */
export function allKeys({ sealing, retired }: Keyset): Uint8Array[] {
  return [sealing, ...retired.map(({ key }) => key)];
}

/** Overwrites every key. */
export function wipeKeyset(keyset: Keyset): void {
  for (const key of allKeys(keyset)) key.fill(0);
}

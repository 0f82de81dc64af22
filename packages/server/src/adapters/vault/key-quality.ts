/** Detects guessable root keys. A keyring accepts any 32 bytes, and some that people choose are not secret. */
import type { RootKey } from "./keyring.ts";

/** 32 random bytes have about 30 distinct values; one key in 10^13 has fewer than this. */
const differentBytesMin = 18;

/** Returns why a key is guessable, as a verb phrase that contains nothing of the key; null if no weakness was found. */
export function weaknessOf({ key }: RootKey): string | null {
  const bytes = key.export();
  try {
    const different = new Set(bytes).size;
    if (different === 1) return bytes[0] === 0 ? "is 32 zero bytes" : "is one byte, 32 times";
    if (isSeries(bytes)) return "is an arithmetic sequence";
    if (different < differentBytesMin) return `has only ${different} different bytes`;
    if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return "is text, not random bytes";
    return null;
  } finally {
    bytes.fill(0);
  }
}

/** Whether each byte differs from the previous one by the same step. */
function isSeries(bytes: Uint8Array): boolean {
  const step = ((bytes[1] ?? 0) - (bytes[0] ?? 0)) & 0xff;
  return bytes.every((byte, at) => at === 0 || ((byte - (bytes[at - 1] ?? 0)) & 0xff) === step);
}

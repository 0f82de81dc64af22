/** Whether a root key could be guessed. A keyring takes any 32 bytes, and some that people write are no secret. */
import type { RootKey } from "./keyring.ts";

/** Of 32 random bytes about 30 are different; fewer than this has one key in 10^13. */
const differentBytesMin = 18;

/** What makes a key guessable, as a verb phrase; null where nothing was found. Nothing of the key is in it. */
export function weaknessOf({ key }: RootKey): string | null {
  const bytes = key.export();
  try {
    const different = new Set(bytes).size;
    if (different === 1) return bytes[0] === 0 ? "is 32 zero bytes" : "is one byte, 32 times";
    if (isSeries(bytes)) return "is a series of numbers";
    if (different < differentBytesMin) return `has only ${different} different bytes`;
    if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return "is text, and not random bytes";
    return null;
  } finally {
    bytes.fill(0);
  }
}

/** Whether each byte is the one before it and the same step more. */
function isSeries(bytes: Uint8Array): boolean {
  const step = ((bytes[1] ?? 0) - (bytes[0] ?? 0)) & 0xff;
  return bytes.every((byte, at) => at === 0 || ((byte - (bytes[at - 1] ?? 0)) & 0xff) === step);
}

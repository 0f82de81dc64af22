/**
 * Texts that svc hands out instead of storing them. Each is sealed under a key of its own, which is derived from the
 * hashing key and the text's subject, so that it opens for no other subject.
 */
import type { HashPurpose, KeyedHashes, SealedTexts } from "../../domain/vault/port.ts";
import { openBox, sealBox, type RandomBytes } from "./box.ts";

/** @param hashes under the deployment's hashing keys. @param purpose of the texts: no other kind's opens instead. */
export function createSealedTexts(
  hashes: Pick<KeyedHashes, "hash" | "hashUnderEveryKey">,
  purpose: HashPurpose,
  randomBytes: RandomBytes,
): SealedTexts {
  const encoder = new TextEncoder();
  return {
    seal(subject, text) {
      const key = keyIn(hashes.hash(purpose, subject));
      const box = sealBox(key, encoder.encode(subject), encoder.encode(text), randomBytes);
      key.fill(0);
      return Buffer.from(box).toString("base64url");
    },
    open(subject, sealed) {
      const box = Buffer.from(sealed, "base64url");
      // Decoding ignores foreign characters and spare bits, so accept only the canonical text.
      if (box.toString("base64url") !== sealed) return null;
      for (const hash of hashes.hashUnderEveryKey(purpose, subject)) {
        const key = keyIn(hash);
        const opened = openBox(key, encoder.encode(subject), box);
        key.fill(0);
        if (opened !== null) return new TextDecoder().decode(opened);
      }
      return null;
    },
  };
}

/** Returns the bytes of a keyed hash. */
function keyIn(hash: string): Buffer {
  return Buffer.from(hash.slice(hash.indexOf(".") + 1), "base64url");
}

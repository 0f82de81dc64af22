/** The digest of a file, to recognize its contents. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The SHA-256 of a file, in hexadecimal. @throws Error if it can't be read. */
export function fileDigest(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

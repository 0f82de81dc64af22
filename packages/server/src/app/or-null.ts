/** Looks at a machine on which any of it can be missing, unreadable, or gone a moment later. */
import { readFileSync } from "node:fs";

/** Returns what a look finds; null if it throws. */
export function orNull<Value>(look: () => Value): Value | null {
  try {
    return look();
  } catch {
    return null;
  }
}

/** Returns a file's text; null if it can't be read. */
export function readOrNull(path: string): string | null {
  return orNull(() => readFileSync(path, "utf8"));
}

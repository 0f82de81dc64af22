/** Creates folders for the database, one level at a time. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and its parents, readable only by their owner. Existing ones stay as they are. Node's recursive
 * option never returns if a level can neither be created nor found, as under /proc.
 * @throws the system's error if a level can't be created.
 */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makePrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!existsSync(path)) throw error;
  }
}

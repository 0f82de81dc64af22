/** Makes folders for the database, one level at a time. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it, for their owner alone; what is there stays as it is. Node's own recursive form never
 * returns where a level can neither be made nor is said to exist, as under /proc.
 * @throws the system's error where a level cannot be made.
 */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makePrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

/** Creates files and folders that only their owner can read, even where others can write. */
import { existsSync, mkdirSync, closeSync, constants, fchmodSync, openSync } from "node:fs";
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

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;

/**
 * Creates an empty file with mode 0600, whatever the umask.
 * @returns its descriptor, which the caller closes.
 * @throws the system's error; EEXIST if the path exists, even as a dangling link.
 */
export function createPrivateFile(path: string): number {
  const file = openSync(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    fchmodSync(file, 0o600);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

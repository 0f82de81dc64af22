/** Creates files readable only by their owner, even in a folder that others can write to. */
import { closeSync, constants, fchmodSync, openSync } from "node:fs";

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

/** Makes files for their owner alone, also in a folder in which others may put something in the way. */
import { closeSync, constants, fchmodSync, openSync } from "node:fs";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;

/**
 * Makes an empty file with mode 0600, whatever the umask is.
 * @returns its descriptor, which the caller closes.
 * @throws the system's error, EEXIST if there is anything at the path: a file, or a link wherever that leads.
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

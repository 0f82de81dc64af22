/**
 * The files of an open SQLite database, found by path. SQLite keeps writing to a file that was removed or replaced, and
 * everything it confirms from then on is lost with the process. New files and folders can be read only by their owner,
 * even where others can write.
 */
import { statfsSync, statSync, existsSync, mkdirSync, closeSync, constants, fchmodSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "../errors.ts";
import { diskFullCode, fileGoneCode } from "../faults.ts";

export type FileSizes = { databaseBytes: number; logBytes: number };

/** The files of an open database. */
export type DatabaseFiles = {
  /** Checks the files. @throws StoreError if one is no longer the file that was opened. */
  look(): FileSizes;
  /** Bytes that this user can still write to the disk; Infinity if the file system doesn't say. */
  freeBytes(): number;
};

/**
 * Remembers which files a connection has open: the database and its log (`-wal`, `-shm`), which stay the same as long
 * as the connection lives. Call it right after opening the database.
 * @param path the database file.
 */
export function watchFiles(path: string): DatabaseFiles {
  const opened = [path, `${path}-wal`, `${path}-shm`].map((file) => ({ file, ...identify(file) }));
  return {
    look() {
      const [database, log] = opened.map(({ file, device, inode }) => {
        const now = identify(file);
        if (now.device !== device || now.inode !== inode) throw new StoreError(fileGoneCode, false);
        return now;
      });
      return { databaseBytes: database?.bytes ?? 0, logBytes: log?.bytes ?? 0 };
    },
    freeBytes() {
      const { bavail, bsize, blocks } = statfsSync(dirname(path));
      return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
    },
  };
}

/** @throws StoreError if the file doesn't exist or its folder can't be read. */
function identify(file: string): { device: number; inode: number; bytes: number } {
  try {
    const { dev: device, ino: inode, size: bytes } = statSync(file);
    return { device, inode, bytes };
  } catch {
    throw new StoreError(fileGoneCode, false);
  }
}

/**
 * How much space must stay free besides what the log needs, in bytes: more than a batch of commits writes. Without room
 * to move the log into the database, a full disk would stay full even after whatever kept the log had released it.
 */
export const roomMinBytes = 1024 * 1024;

/**
 * Rejects a commit after which the log might not fit into the database.
 * @param wholeBytes reads the size of the database including its log; called only if the disk is nearly full.
 * @throws StoreError
 */
export function requireRoom(files: Pick<DatabaseFiles, "freeBytes">, sizes: FileSizes, wholeBytes: () => number): void {
  const freeBytes = files.freeBytes();
  if (freeBytes >= sizes.logBytes + roomMinBytes) return;
  const growthBytes = Math.max(0, wholeBytes() - sizes.databaseBytes);
  if (freeBytes < growthBytes + roomMinBytes) throw new StoreError(diskFullCode, false);
}

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

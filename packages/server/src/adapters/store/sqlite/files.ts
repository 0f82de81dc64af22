/**
 * The files of an open SQLite database, looked at by their paths. SQLite itself goes on writing to a file that was removed
 * or replaced, and everything it acknowledges from then on is lost with the process.
 */
import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "../errors.ts";
import { diskFullCode, fileGoneCode } from "../faults.ts";

/** What a look at the files finds. Sizes are in bytes. */
export type FileSizes = { databaseBytes: number; logBytes: number };

/** The files of one open database. */
export type DatabaseFiles = {
  /** @throws StoreError where one of them is no longer the file that was opened. */
  look(): FileSizes;
  /** Bytes that this user may still write to the disk; Infinity where the file system does not say. */
  freeBytes(): number;
};

/**
 * Remembers which files a connection has open: the database and its log (`-wal`, `-shm`), which stay the same for as long
 * as the connection lives. Call it right after the database was opened.
 * @param path the database's file.
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

/** @throws StoreError where it is not there, or its folder cannot be looked into. */
function identify(file: string): { device: number; inode: number; bytes: number } {
  try {
    const { dev: device, ino: inode, size: bytes } = statSync(file);
    return { device, inode, bytes };
  } catch {
    throw new StoreError(fileGoneCode, false);
  }
}

/**
 * How much must stay free beside what the log holds, in bytes: more than one group of commits writes. Without room to bring
 * the log into the database, a full disk would stay full after whatever held the log had let go of it.
 */
export const roomMinBytes = 1024 * 1024;

/**
 * Refuses a commit after which the log might not fit into the database any more.
 * @param pages reads how many bytes the database has with all that its log holds; asked only where the disk is nearly full.
 * @throws StoreError
 */
export function requireRoom(files: Pick<DatabaseFiles, "freeBytes">, sizes: FileSizes, wholeBytes: () => number): void {
  const freeBytes = files.freeBytes();
  if (freeBytes >= sizes.logBytes + roomMinBytes) return;
  const growthBytes = Math.max(0, wholeBytes() - sizes.databaseBytes);
  if (freeBytes < growthBytes + roomMinBytes) throw new StoreError(diskFullCode, false);
}

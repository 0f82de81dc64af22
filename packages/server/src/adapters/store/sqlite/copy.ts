/** Copies a SQLite database that is in use. The copy is durable before it gets its name. */
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreCopyError } from "../errors.ts";
import { createPrivateFile } from "./files.ts";

/**
 * Copies a snapshot of the database without blocking writers. The copy is readable only by its owner, contains nothing
 * of what was deleted, and is marked as a copy.
 * @param from the database file. @param to the copy's path, where nothing may exist. @param nowMs the current time.
 * @returns a warning about the copy's folder for the operator; null if there is none.
 * @throws StoreCopyError one line that says what is wrong. There is no copy at `to` then.
 */
export function copySqlite(from: string, to: string, nowMs: number): { warning: string | null } {
  try {
    if (isThere(to)) throw alreadyThere(to);
    const warning = folderWarning(dirname(to));
    // A folder with an unguessable name. SQLite opens files next to the copy by name, and would use a journal that
    // somebody else put there.
    const folder = mkdtempSync(`${to}.unfinished-`);
    try {
      copyWithin(folder, from, to, nowMs);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    flush(dirname(to));
    return { warning };
  } catch (error) {
    throw copyError(to, error);
  }
}

function copyWithin(folder: string, from: string, to: string, nowMs: number): void {
  const unfinished = join(folder, "copy.sqlite");
  // Created first, because SQLite would use the umask for its mode.
  const file = createPrivateFile(unfinished);
  try {
    const source = new DatabaseSync(from, { timeout: busyTimeoutMs });
    try {
      source.prepare("VACUUM INTO ?").run(unfinished);
    } finally {
      source.close();
    }
    mark(unfinished, nowMs);
    fsyncSync(file);
    name(unfinished, to);
  } finally {
    closeSync(file);
  }
}

/** Gives the copy its name. Unlike a rename, a link never replaces a file, but not every file system has links. */
function name(unfinished: string, to: string): void {
  try {
    linkSync(unfinished, to);
  } catch (error) {
    if (codeOf(error) === "EEXIST" || isThere(to)) throw alreadyThere(to);
    renameSync(unfinished, to);
  }
}

/** Whether the path exists. A link counts even if its target doesn't exist. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function alreadyThere(to: string): StoreCopyError {
  return new StoreCopyError(`${to} already exists: choose another file name.`);
}

const writableByOthers = 0o002;
const sticky = 0o1000;

function folderWarning(folder: string): string | null {
  const { mode } = statSync(folder);
  if ((mode & writableByOthers) === 0 || (mode & sticky) !== 0) return null;
  return `anyone can replace files in ${folder}, including this backup: move it to a folder that only you can write to`;
}

const busyTimeoutMs = 5000;

function mark(path: string, nowMs: number): void {
  const copy = new DatabaseSync(path);
  try {
    const [check] = copy.prepare("PRAGMA quick_check").all();
    if (check?.["quick_check"] !== "ok")
      throw new StoreCopyError("The database is corrupt, and its copy would be too.");
    copy.exec("PRAGMA synchronous = FULL");
    const text = "INSERT INTO restores (slot, copied_at) VALUES (1, ?) ON CONFLICT (slot) DO UPDATE SET copied_at = ?";
    copy.prepare(text).run(nowMs, nowMs);
  } finally {
    copy.close();
  }
}

function flush(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function copyError(to: string, error: unknown): StoreCopyError {
  if (error instanceof StoreCopyError) return error;
  return new StoreCopyError(
    `${to} can't be written (${codeOf(error)}): its folder must exist and have enough free space.`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

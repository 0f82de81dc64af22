/** A whole copy of a SQLite database that is in use, durable before it has its name. */
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
import { createPrivateFile } from "./private-file.ts";

/**
 * Copies the database as it stands at one moment, without holding up those who write. The copy is for its owner's eyes only,
 * holds nothing of what was deleted, and is marked as a copy.
 * @param from the database's file. @param to where the copy goes; there must be nothing. @param nowMs the present.
 * @returns what the operator should know about where the copy is; null if there is nothing to say.
 * @throws StoreCopyError one line that says what is wrong; there is no copy at `to` then.
 */
export function copySqlite(from: string, to: string, nowMs: number): { warning: string | null } {
  try {
    if (isThere(to)) throw alreadyThere(to);
    const warning = folderWarning(dirname(to));
    // A folder of its own, with a name that nobody can guess: SQLite opens files beside the copy by their names, and a
    // journal that others put there would be taken for the copy's.
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
  // Made first, for SQLite would give it the mode that the umask leaves.
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

/** Gives the copy its name. A link never takes another file's place, but not every file system has links. */
function name(unfinished: string, to: string): void {
  try {
    linkSync(unfinished, to);
  } catch (error) {
    if (codeOf(error) === "EEXIST" || isThere(to)) throw alreadyThere(to);
    renameSync(unfinished, to);
  }
}

/** Whether there is anything at the path; a link counts, wherever it leads. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function alreadyThere(to: string): StoreCopyError {
  return new StoreCopyError(`${to} is there already: name another file.`);
}

const writableByOthers = 0o002;
const sticky = 0o1000;

function folderWarning(folder: string): string | null {
  const { mode } = statSync(folder);
  if ((mode & writableByOthers) === 0 || (mode & sticky) !== 0) return null;
  return `everybody may replace files in ${folder}, this backup too: move it to a folder that only you can write`;
}

const busyTimeoutMs = 5000;

function mark(path: string, nowMs: number): void {
  const copy = new DatabaseSync(path);
  try {
    const [check] = copy.prepare("PRAGMA quick_check").all();
    if (check?.["quick_check"] !== "ok") throw new StoreCopyError("The database is damaged, and so would its copy be.");
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
  return new StoreCopyError(`${to} cannot be written (${codeOf(error)}): its folder must exist, and have room.`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

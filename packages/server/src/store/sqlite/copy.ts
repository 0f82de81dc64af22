/** A whole copy of a SQLite database that is in use, durable before it has its name. */
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreCopyError } from "../errors.ts";

/**
 * Copies the database as it stands at one moment; who writes meanwhile is not held up. The copy is for its owner's eyes
 * only, holds nothing of what was deleted, and is marked as a copy.
 * @param from the database's file. @param to where the copy goes; there must be nothing. @param nowMs the present.
 * @throws StoreCopyError one line that says what is wrong; nothing is left at `to` then.
 */
export function copySqlite(from: string, to: string, nowMs: number): void {
  if (existsSync(to)) throw alreadyThere(to);
  const unfinished = `${to}.unfinished`;
  try {
    // Made first, for SQLite would give it the mode that the process's umask leaves.
    closeSync(openSync(unfinished, "w", 0o600));
    const source = new DatabaseSync(from, { timeout: busyTimeoutMs });
    try {
      source.prepare("VACUUM INTO ?").run(unfinished);
    } finally {
      source.close();
    }
    mark(unfinished, nowMs);
    flush(unfinished);
    name(unfinished, to);
    flush(dirname(to));
  } catch (error) {
    throw copyError(to, error);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Gives the copy its name. A link never takes another file's place, but not every file system has links. */
function name(unfinished: string, to: string): void {
  try {
    linkSync(unfinished, to);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw alreadyThere(to);
    renameSync(unfinished, to);
  }
}

function alreadyThere(to: string): StoreCopyError {
  return new StoreCopyError(`${to} is there already: name another file.`);
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

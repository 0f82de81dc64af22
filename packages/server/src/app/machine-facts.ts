/**
 * Reads the facts about the machine that the doctor checks: files and their modes, free space, the process's limits.
 */
import {
  readFileSync,
  closeSync,
  openSync,
  readdirSync,
  statSync,
  statfsSync,
  readlinkSync,
  realpathSync,
} from "node:fs";
import { basename } from "node:path";
import { linksMax } from "../adapters/egress/index.ts";
import { sqliteLockPath, sqlitePath } from "../adapters/store/sqlite/open.ts";
import { codesOf, machineFaultOf } from "../domain/machine/watch.ts";
import type { FileFact, ProcessFacts } from "../entry/cli/environment.ts";
import { waitingConnectionsMax } from "../entry/rest/connections.ts";
import type { Config } from "./config.ts";
import { nodeOptions } from "./own-variables.ts";

/** Returns what a look finds; null if it throws. */
export function orNull<Value>(look: () => Value): Value | null {
  try {
    return look();
  } catch {
    return null;
  }
}

/** Returns a file's text; null if it can't be read. */
export function readOrNull(path: string): string | null {
  return orNull(() => readFileSync(path, "utf8"));
}

/** Returns the facts about a file or folder; nothing if it doesn't exist or can't be inspected. */
export function fileFacts(what: string, path: string): FileFact[] {
  const status = orNull(() => statSync(path));
  if (status === null) return [];
  return [{ what, path, mode: status.mode & 0o7777, ownerId: status.uid, isFolder: status.isDirectory() }];
}

/** Returns the bytes that are free for this user on a folder's disk; null if they can't be read. */
export function freeBytesAt(folder: string): number | null {
  const disk = orNull(() => statfsSync(folder));
  return disk === null ? null : disk.bavail * disk.bsize;
}

/** Returns the type number of a path's file system; null if it can't be read. */
export function fileSystemTypeAt(path: string): number | null {
  return orNull(() => statfsSync(path).type);
}

/** Opens a file and closes it. @returns the code of what this machine lacks for that; null if it lacks nothing. */
export function openFileFault(): string | null {
  try {
    closeSync(openSync("/dev/null", "r"));
    return null;
  } catch (error) {
    return codesOf(error).find((code) => machineFaultOf(code)?.isShortage === true) ?? null;
  }
}

/** How many connections of each kind a configuration allows. */
export type FileUse = { requests: number; databaseConnections: number; webhooks: number };

/** Returns how many connections a configuration allows. */
export function fileUseOf({
  limits,
  databasePoolMax,
  webhooks,
}: Pick<Config, "limits" | "databasePoolMax" | "webhooks">): FileUse {
  return {
    requests: limits.load.inFlightMax,
    databaseConnections: databasePoolMax,
    webhooks: webhooks.enabled ? webhooks.concurrency : 0,
  };
}

/** The most that any configuration allows. */
const mostUse: FileUse = { requests: 10_000, databaseConnections: 500, webhooks: 1000 };

/** Open files other than connections: the database's, listeners, name lookups, Node.js's own. */
const otherFilesMax = 500;

function wantedFor({ requests, databaseConnections, webhooks }: FileUse): number {
  return waitingConnectionsMax + requests + linksMax + databaseConnections + webhooks + otherFilesMax;
}

/** Returns this process's limit of open files, if it can be read, and how many it needs. */
export function openFileLimits(use: FileUse): { openFilesMax: number | null; openFilesWanted: number } {
  return {
    openFilesMax: parseLimit(readLimits("self"), "Max open files"),
    openFilesWanted: wantedFor(use),
  };
}

/**
 * Returns the limits of a server, or of this process, which inherited them from its parent, if there is no server. If
 * the server is unclear, they are null.
 * @param options Node's options from the environment. @param use the most that any configuration allows, by default.
 */
export function processFacts(
  options = nodeOptions(),
  server: ServerProcess = { kind: "none" },
  use: FileUse = mostUse,
): ProcessFacts {
  const limits = server.kind === "unclear" ? "" : readLimits(server.kind === "found" ? server.id : "self");
  return {
    nodeVersion: process.versions.node,
    userId: process.getuid?.() ?? null,
    whose: nameOf(server),
    coreBytes: parseLimit(limits, "Max core file size"),
    corePattern: readOrNull("/proc/sys/kernel/core_pattern")?.trim() ?? "",
    openFilesMax: parseLimit(limits, "Max open files"),
    openFiles: server.kind === "found" ? countOpenFiles(server.id) : null,
    openFilesWanted: wantedFor(use),
    opensDebugger: debuggerState(options),
  };
}

function nameOf(server: ServerProcess): string {
  if (server.kind === "found") return `the server (process ${server.id})`;
  if (server.kind === "unclear") return `one of the ${server.count} servers of this database here`;
  return "this command, because no server of this database runs here under this user";
}

function debuggerState(fromEnvironment: string): ProcessFacts["opensDebugger"] {
  const options = [...process.execArgv, ...fromEnvironment.split(/\s+/)];
  if (options.some((option) => /^--inspect(?:-brk|-wait)?(?:=|$)/.test(option))) return "now";
  // The program handles the signal itself, or Node.js was started without it.
  const isTaken = options.includes("--disable-sigusr1") || process.listenerCount("SIGUSR1") > 0;
  return isTaken ? "never" : "on signal";
}

/** How many files a process of this user has open; null if they can't be counted. */
function countOpenFiles(id: string): number | null {
  return orNull(() => readdirSync(`/proc/${id}/fd`).length);
}

function readLimits(id: string): string {
  return readOrNull(`/proc/${id}/limits`) ?? "";
}

/** Parses the soft limit of a line; Infinity if it is unlimited, null if there is no such line. */
function parseLimit(limits: string, name: string): number | null {
  const [, soft] = new RegExp(`^${name}\\s+(\\S+)`, "m").exec(limits) ?? [];
  if (soft === undefined) return null;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

/** The server that owns a database: its process, none on this machine, or several that can't be told apart. */
export type ServerProcess = { kind: "found"; id: string } | { kind: "none" } | { kind: "unclear"; count: number };

/**
 * Finds the running server of a database.
 * @param databaseUrl as in `SVC_DATABASE_URL`.
 */
export function findServer(databaseUrl: string): ServerProcess {
  const owners = serverProcesses().filter((id) => isOf(id, databaseUrl));
  const [id] = owners;
  if (id === undefined) return { kind: "none" };
  return owners.length === 1 ? { kind: "found", id } : { kind: "unclear", count: owners.length };
}

/** Processes of this user that run `svc-server serve`; a wrapper such as `timeout` isn't one. */
function serverProcesses(): string[] {
  return list("/proc").filter((id) => {
    if (!/^\d+$/.test(id) || statSync(`/proc/${id}`, { throwIfNoEntry: false })?.uid !== process.getuid?.())
      return false;
    const words = (readOrNull(`/proc/${id}/cmdline`) ?? "").split("\0");
    const script = words.findIndex((word) => /(?:^|\/)(?:svc-server(?:\.js)?|server\/src\/main\.ts)$/.test(word));
    return script > 0 && basename(words[0] ?? "").startsWith("node") && words.indexOf("serve") > script;
  });
}

/** SQLite's server holds a lock file open; PostgreSQL's names the database in its environment. */
function isOf(id: string, databaseUrl: string): boolean {
  if (databaseUrl.startsWith("sqlite:")) {
    const lock = orNull(() => realpathSync(sqliteLockPath(sqlitePath(databaseUrl))));
    const links = list(`/proc/${id}/fd`).map((descriptor) =>
      orNull(() => readlinkSync(`/proc/${id}/fd/${descriptor}`)),
    );
    return lock !== null && links.includes(lock);
  }
  const variables = Object.fromEntries(
    (readOrNull(`/proc/${id}/environ`) ?? "")
      .split("\0")
      .map((line) => [line.split("=", 1)[0] ?? "", line.replace(/^[^=]*=/, "")]),
  );
  const { SVC_DATABASE_URL: inline = "", SVC_DATABASE_URL_FILE: file } = variables;
  const url = file === undefined ? inline : (readOrNull(file) ?? "");
  return databaseIn(url.trim()) === databaseIn(databaseUrl);
}

/** A PostgreSQL URL without the user, the password and the options. */
function databaseIn(url: string): string {
  return url.replace(/^\w+:\/\/(?:[^/@]*@)?/, "").replace(/\?.*$/, "");
}

function list(folder: string): string[] {
  return orNull(() => readdirSync(folder)) ?? [];
}

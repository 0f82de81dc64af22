/**
 * Reads the facts about the machine that the doctor checks: files and their modes, free space, the process's limits.
 */
import { statSync, statfsSync } from "node:fs";
import { linksMax } from "../adapters/egress/index.ts";
import { waitingConnectionsMax } from "../entry/rest/connections.ts";
import { orNull, readOrNull } from "./or-null.ts";
import { nodeOptions } from "./own-variables.ts";
import type { ServerProcess } from "./server-process.ts";
import type { FileFact, ProcessFacts } from "../entry/cli/environment.ts";

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

/** The highest value of SVC_REQUESTS_IN_FLIGHT_MAX. */
const requestsMax = 10_000;

/** Open files other than connections: the database, listeners, Node.js's own. */
const otherFilesMax = 500;

/** Returns this process's limit of open files, if it can be read, and how many it needs. @param requests at once. */
export function openFileLimits(requests: number): { openFilesMax: number | null; openFilesWanted: number } {
  return {
    openFilesMax: parseLimit(readLimits("self"), "Max open files"),
    openFilesWanted: waitingConnectionsMax + requests + linksMax + otherFilesMax,
  };
}

/**
 * Returns the limits of a server, or of this process, which inherited them from its parent, if there is no server. If the
 * server is unclear, they are null.
 * @param options Node's options from the environment.
 */
export function processFacts(options = nodeOptions(), server: ServerProcess = { kind: "none" }): ProcessFacts {
  const limits = server.kind === "unclear" ? "" : readLimits(server.kind === "found" ? server.id : "self");
  return {
    nodeVersion: process.versions.node,
    userId: process.getuid?.() ?? null,
    whose: nameOf(server),
    coreBytes: parseLimit(limits, "Max core file size"),
    corePattern: readOrNull("/proc/sys/kernel/core_pattern")?.trim() ?? "",
    openFilesMax: parseLimit(limits, "Max open files"),
    openFilesWanted: waitingConnectionsMax + requestsMax + linksMax + otherFilesMax,
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

function readLimits(id: string): string {
  return readOrNull(`/proc/${id}/limits`) ?? "";
}

/** Parses the soft limit of a line; Infinity if it is unlimited, null if there is no such line. */
function parseLimit(limits: string, name: string): number | null {
  const [, soft] = new RegExp(`^${name}\\s+(\\S+)`, "m").exec(limits) ?? [];
  if (soft === undefined) return null;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

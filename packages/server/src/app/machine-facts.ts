/**
 * Reads the facts about the machine that the doctor checks: files and their modes, free space, the process's limits.
 */
import { readFileSync, readdirSync, statSync, statfsSync } from "node:fs";
import { linksMax } from "../adapters/egress/index.ts";
import { waitingConnectionsMax } from "../entry/rest/connections.ts";
import { nodeOptions } from "./own-variables.ts";
import type { FileFact, ProcessFacts } from "../entry/cli/environment.ts";

/** Returns the facts about a file or folder; nothing if it doesn't exist or can't be inspected. */
export function fileFacts(what: string, path: string): FileFact[] {
  try {
    const status = statSync(path);
    return [{ what, path, mode: status.mode & 0o7777, ownerId: status.uid, isFolder: status.isDirectory() }];
  } catch {
    return [];
  }
}

/** Returns the bytes that are free for this user on a folder's disk; null if they can't be read. */
export function freeBytesAt(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Returns the type number of a path's file system; null if it can't be read. */
export function fileSystemTypeAt(path: string): number | null {
  try {
    return statfsSync(path).type;
  } catch {
    return null;
  }
}

/** The highest value of SVC_REQUESTS_IN_FLIGHT_MAX. */
const requestsMax = 10_000;

/** Open files other than connections: the database, listeners, Node.js's own. */
const otherFilesMax = 500;

/**
 * Returns the limits of the server that runs on this machine under the same user. Without one, returns those of this
 * process, which it inherited from its parent.
 * @param options Node's options from the environment.
 */
export function processFacts(options = nodeOptions()): ProcessFacts {
  const serverId = findServer();
  const limits = readLimits(serverId ?? "self");
  return {
    nodeVersion: process.versions.node,
    userId: process.getuid?.() ?? null,
    whose: serverId === null ? "this command, because no server is running" : `the server (process ${serverId})`,
    coreBytes: parseLimit(limits, "Max core file size"),
    corePattern: readText("/proc/sys/kernel/core_pattern") ?? "",
    openFilesMax: parseLimit(limits, "Max open files"),
    openFilesWanted: waitingConnectionsMax + requestsMax + linksMax + otherFilesMax,
    opensDebugger: debuggerState(options),
  };
}

function debuggerState(fromEnvironment: string): ProcessFacts["opensDebugger"] {
  const options = [...process.execArgv, ...fromEnvironment.split(/\s+/)];
  if (options.some((option) => /^--inspect(?:-brk|-wait)?(?:=|$)/.test(option))) return "now";
  // The program handles the signal itself, or Node.js was started without it.
  const isTaken = options.includes("--disable-sigusr1") || process.listenerCount("SIGUSR1") > 0;
  return isTaken ? "never" : "on signal";
}

/** Finds a server's process of this user by its command line. */
function findServer(): string | null {
  const processes = listFolder("/proc").filter((name) => /^\d+$/.test(name));
  const found = processes.find((id) => {
    const words = (readText(`/proc/${id}/cmdline`) ?? "").split("\0");
    const isOurs = words.some((word) => /(?:^|\/)(?:svc-server(?:\.js)?|server\/src\/main\.ts)$/.test(word));
    return isOurs && words.includes("serve") && findOwner(id) === process.getuid?.();
  });
  return found ?? null;
}

function findOwner(id: string): number | undefined {
  return fileFacts("", `/proc/${id}`)[0]?.ownerId;
}

function readLimits(id: string): string {
  return readText(`/proc/${id}/limits`) ?? "";
}

/** Parses the soft limit of a line; Infinity if it is unlimited, null if there is no such line. */
function parseLimit(limits: string, name: string): number | null {
  const [, soft] = new RegExp(`^${name}\\s+(\\S+)`, "m").exec(limits) ?? [];
  if (soft === undefined) return null;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

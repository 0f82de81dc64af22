/** What the doctor asks of the machine: files with their modes, room, limits of the process. */
import { readFileSync, readdirSync, statSync, statfsSync } from "node:fs";
import { linksMax } from "../adapters/egress/index.ts";
import { waitingConnectionsMax } from "../entry/rest/connections.ts";
import { nodeOptions } from "./config.ts";
import type { FileFact, ProcessFacts } from "../entry/cli/environment.ts";

/** What is known of a file or folder; nothing where it is not there or cannot be looked at. */
export function fileFacts(what: string, path: string): FileFact[] {
  try {
    const status = statSync(path);
    return [{ what, path, mode: status.mode & 0o7777, ownerId: status.uid, isFolder: status.isDirectory() }];
  } catch {
    return [];
  }
}

/** Bytes free for this user on the disk of a folder; null where that cannot be read. */
export function freeBytesAt(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** The number of the file system that a path is on; null where that cannot be read. */
export function fileSystemTypeAt(path: string): number | null {
  try {
    return statfsSync(path).type;
  } catch {
    return null;
  }
}

/** Requests that are worked on at once, at the most that SVC_REQUESTS_IN_FLIGHT_MAX takes. */
const requestsMax = 10_000;

/** Files beside connections: the database, listeners, what Node.js itself has open. */
const otherFilesMax = 500;

/**
 * Limits of the server that runs on this machine under the same user, else of this process, which has what whoever started
 * it was given.
 * @param options Node's options from the environment.
 */
export function processFacts(options = nodeOptions()): ProcessFacts {
  const serverId = findServer();
  const limits = limitsOf(serverId ?? "self");
  return {
    nodeVersion: process.versions.node,
    userId: process.getuid?.() ?? null,
    whose: serverId === null ? "this command; no server was found beside it" : `the server (process ${serverId})`,
    coreBytes: limitOf(limits, "Max core file size"),
    corePattern: textOf("/proc/sys/kernel/core_pattern") ?? "",
    openFilesMax: limitOf(limits, "Max open files"),
    openFilesWanted: waitingConnectionsMax + requestsMax + linksMax + otherFilesMax,
    opensDebugger: debuggerState(options),
  };
}

function debuggerState(fromEnvironment: string): ProcessFacts["opensDebugger"] {
  const options = [...process.execArgv, ...fromEnvironment.split(/\s+/)];
  if (options.some((option) => /^--inspect(?:-brk|-wait)?(?:=|$)/.test(option))) return "now";
  // The program takes the signal for itself, or Node.js was told not to.
  const isTaken = options.includes("--disable-sigusr1") || process.listenerCount("SIGUSR1") > 0;
  return isTaken ? "never" : "on signal";
}

/** The process of a server under this user: that it is one is told by its command line. */
function findServer(): string | null {
  const processes = entriesOf("/proc").filter((name) => /^\d+$/.test(name));
  const found = processes.find((id) => {
    const words = (textOf(`/proc/${id}/cmdline`) ?? "").split("\0");
    const isOurs = words.some((word) => /(?:^|\/)(?:svc-server(?:\.js)?|server\/src\/main\.ts)$/.test(word));
    return isOurs && words.includes("serve") && ownerOf(id) === process.getuid?.();
  });
  return found ?? null;
}

function ownerOf(id: string): number | undefined {
  return fileFacts("", `/proc/${id}`)[0]?.ownerId;
}

function limitsOf(id: string): string {
  return textOf(`/proc/${id}/limits`) ?? "";
}

/** The soft limit of a line; Infinity where it is unlimited, null where there is no such line. */
function limitOf(limits: string, name: string): number | null {
  const [, soft] = new RegExp(`^${name}\\s+(\\S+)`, "m").exec(limits) ?? [];
  if (soft === undefined) return null;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

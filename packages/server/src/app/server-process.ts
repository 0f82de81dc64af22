/** Finds the process of this user that serves a database, on systems with `/proc`. */
import { readdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename } from "node:path";
import { sqliteLockPath, sqlitePath } from "../adapters/store/sqlite/open.ts";
import { orNull, readOrNull } from "./or-null.ts";

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

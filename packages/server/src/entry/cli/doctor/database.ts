/** Doctor: the database, on either engine, and the disks that hold it and the vault's key. */
import { clockTrouble } from "../../../domain/clock/describe.ts";
import type { ClockState } from "../../../domain/clock/service-clock.ts";
import { deploymentCheck, type Finding, check, settingCheck } from "./check.ts";

/** Checks the service clock. After a jump the server keeps running, and its retention waits for an operator. */
export function clockFinding(state: ClockState): Finding {
  const trouble = clockTrouble(state);
  return trouble === null ? { status: "ok", detail: "in order" } : { status: "fail", detail: trouble };
}

/** Whether the database opens and takes writes. On SQLite, the disk has a check of its own. */
export const database = deploymentCheck("database", async ({ tryWrite }) => {
  const fault = (await tryWrite?.()) ?? null;
  if (fault === null) return { status: "ok", detail: "open, every migration applied" };
  return { status: "fail", detail: `writes fail: ${fault.what}`, remedy: fault.remedy };
});

/** Whether the database keeps what it commits. */
export const durability = deploymentCheck("durability", async ({ engine, postgres }) => {
  if (engine === "sqlite") return { status: "ok", detail: "commits wait for the disk (synchronous=FULL)" };
  const settings = (await postgres?.())?.settings ?? {};
  const off = ["fsync", "full_page_writes", "synchronous_commit"].filter((name) => settings[name] === "off");
  if (off.length === 0) return { status: "ok", detail: "fsync, full_page_writes and synchronous_commit are on" };
  const detail = `${off.join(", ")} off: PostgreSQL can lose committed data`;
  return { status: "fail", detail, remedy: "turn it on for the server, the database and the role" };
});

/** Whether the service clock is right. */
export const clock = deploymentCheck("clock", (deployment) => clockFinding(deployment.clock.state()));

const mebibyte = 1024 * 1024;

/** Free space. A full disk rejects every write. */
export const disks = check("disk", ({ environment }) => {
  const folders = environment.disks();
  if (folders.length === 0) return { status: "ok", detail: "the server has no files on this machine" };
  return folders.map(({ what, freeBytes }): Finding => {
    if (freeBytes === null) return { status: "look", detail: `the free space for ${what} can't be read` };
    const status = freeBytes < 100 * mebibyte ? "fail" : freeBytes < 1024 * mebibyte ? "warn" : "ok";
    const detail = `${Math.floor(freeBytes / mebibyte)} MiB free for ${what}`;
    return status === "ok" ? { status, detail } : { status, detail, remedy: "free some space" };
  });
});

/** Network file systems, by the kernel's type number (statfs(2)). */
const networkFileSystems: Readonly<Record<number, string>> = {
  0x6969: "NFS",
  0xff534d42: "CIFS",
  0xfe534d42: "SMB",
  0x517b: "SMB",
  0x65735546: "FUSE",
  0x01021997: "9P",
  0x00c36400: "Ceph",
  0x6b414653: "AFS",
  0x01161970: "GFS2",
  0x7461636f: "OCFS2",
  0x0bd00bd0: "Lustre",
  0x786f4256: "vboxsf",
};

/** The file system. SQLite needs file locks and shared memory, which only a local disk provides. */
export const fileSystem = settingCheck("file system", ({ database }, { environment }) => {
  if (database.engine === "postgres") return { status: "ok", detail: "PostgreSQL's own" };
  const type = environment.fileSystemType(database.path);
  const name = type === null ? undefined : networkFileSystems[type];
  if (name === undefined) return { status: "ok", detail: "not a network file system" };
  const detail = `the SQLite database is on ${name}, whose locks are unreliable: a second server could corrupt it`;
  return { status: "warn", detail, remedy: "put it on a local disk, or use PostgreSQL" };
});

/** A log of this size, in bytes, is worth a warning; svc_sqlite_wal_bytes has an alert at the same size. */
const logWarnBytes = 256 * mebibyte;

/** SQLite's log, which grows until the disk is full if a reader never finishes. */
export const sqliteLog = settingCheck("SQLite log", ({ database }, { environment }) => {
  if (database.engine === "postgres") return { status: "ok", detail: "PostgreSQL has its own" };
  const bytes = environment.logBytes() ?? 0;
  const detail = `${Math.floor(bytes / mebibyte)} MiB`;
  if (bytes <= logWarnBytes) return { status: "ok", detail };
  return { status: "warn", detail, remedy: "stop the backup, shell or command that keeps a transaction open" };
});

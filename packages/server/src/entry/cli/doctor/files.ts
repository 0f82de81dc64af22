/** Doctor: the vault's keys, and who can read and change important files. */
import type { FileFact } from "../environment.ts";
import { check, type Finding, deploymentCheck, settingCheck } from "./check.ts";

/** Whether the keyring opens the database's keys. */
export const vault = deploymentCheck("vault", async ({ vault: opened }) => {
  if (!(await opened.isHealthy())) {
    return {
      status: "fail",
      detail: "the service that holds the root keys doesn't answer",
      remedy: "check that service",
    };
  }
  return { status: "ok", detail: "every key that the database needs is in the keyring and works" };
});

/** Whether the keys of key services work, and stay. */
export const keyServices = deploymentCheck("key services", async ({ vault: opened }) => {
  const reports = await opened.examineKeyServices();
  if (reports.length === 0) return { status: "ok", detail: "the keyring names none", isUnused: true };
  return reports.flatMap(({ rootKeyId, service, notices }): Finding[] => {
    const name = `key service of ${rootKeyId}`;
    if (notices.length === 0) return [{ name, status: "ok", detail: `${service} wraps and unwraps` }];
    return notices.map(({ level, detail, remedy }) => ({
      name,
      status: level,
      detail: `${service}: ${detail}`,
      remedy,
    }));
  });
});

/** Whether keys can be guessed. */
export const vaultKeys = settingCheck("vault keys", ({ vaultKeys: keys }) => {
  if (keys.length === 0) return { status: "look", detail: "not checked: there is no keyring yet" };
  const weak = keys.flatMap(({ id, weakness }): Finding[] => {
    if (weakness === null) return [];
    const detail = `key ${id} ${weakness}: anyone with the database can decrypt it`;
    const remedy = "create a key with head -c 32 /dev/urandom | base64, put it first, and run svc-server vault rotate";
    return [{ status: "fail", detail, remedy }];
  });
  return weak.length > 0 ? weak : { status: "ok", detail: "they look random" };
});

const others = { write: 0o002, any: 0o007 };
const group = { read: 0o040, write: 0o020 };

/**
 * Checks a file that only its owner should read. Clusters mount secrets as root's files that a group can read.
 */
export function fileFinding({ what, path, mode, ownerId, isFolder }: FileFact): Finding {
  const shown = `${what} (${path}) has mode ${octal(mode)}`;
  const remedy = `chmod ${isFolder ? "0700" : "0600"} ${path}`;
  if (isFolder) {
    // In a folder such as /tmp, others can add files but not replace any.
    const isSticky = (mode & 0o1000) !== 0;
    if ((mode & (others.write | group.write)) !== 0 && !isSticky) {
      return { status: "fail", detail: `${shown}: others can replace files in it`, remedy };
    }
    const isOpen = ownerId !== 0 && (mode & (others.any | group.read)) !== 0;
    return isOpen
      ? { status: "warn", detail: `${shown}: others can list it`, remedy }
      : { status: "ok", detail: shown };
  }
  if ((mode & others.any) !== 0 || (mode & group.write) !== 0) {
    const isWritable = (mode & (others.write | group.write)) !== 0;
    return { status: "fail", detail: `${shown}: others can ${isWritable ? "change" : "read"} it`, remedy };
  }
  const isMounted = ownerId === 0;
  if ((mode & group.read) !== 0 && !isMounted) {
    return { status: "warn", detail: `${shown}: its group can read it`, remedy };
  }
  return { status: "ok", detail: shown };
}

/** The findings of several files; a single line if nothing is wrong. */
function checkFiles(files: readonly FileFact[], none: string): Finding | Finding[] {
  if (files.length === 0) return { status: "ok", detail: none, isUnused: true };
  const found = files.map(fileFinding);
  const faults = found.filter(({ status }) => status !== "ok");
  if (faults.length > 0) return faults;
  return { status: "ok", detail: files.map(({ what, mode }) => `${what} ${octal(mode)}`).join(", ") };
}

function octal(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, "0");
}

/** The vault's key file and its folder. */
export const vaultKeyFile = check("vault key file", ({ environment }) => {
  return checkFiles(environment.files("vault key"), "the keyring isn't in a file");
});

/** Secret files named by variables. */
export const secretFiles = check("secret files", ({ environment }) => {
  return checkFiles(environment.files("secret"), "none");
});

/** Secrets in the environment, which many tools show. */
export const secretsInVariables = check("secrets in variables", ({ environment }) => {
  const names = environment.inlineSecrets();
  if (names.length === 0) return { status: "ok", detail: "none" };
  return {
    status: "warn",
    detail: `${names.join(", ")}: docker inspect and every program of the same user can read the environment`,
    remedy: "move each to a file named by the variable with _FILE",
  };
});

/** The database file, its log and its lock. */
export const databaseFiles = check("database files", ({ environment }) => {
  return checkFiles(environment.files("database"), "none on this machine");
});

/** File owners, who can change a file's mode. */
export const fileOwners = check("file owners", ({ environment }) => {
  const { userId } = environment.process();
  const database = environment.files("database");
  const all = [...environment.files("vault key"), ...environment.files("secret"), ...database];
  if (userId === null) return { status: "look", detail: "unknown on this system" };
  if (all.length === 0) return { status: "ok", detail: "the server has no files on this machine" };
  // Root checks on behalf of the database's owner.
  const serverId = userId === 0 ? (database[0]?.ownerId ?? 0) : userId;
  const foreign = all.filter(({ ownerId }) => ownerId !== serverId && ownerId !== 0);
  const unwritable = userId === 0 ? [] : database.filter(({ ownerId, isFolder }) => ownerId !== userId && !isFolder);
  if (foreign.length === 0 && unwritable.length === 0) {
    return {
      status: "ok",
      detail: `user ${serverId}${all.some(({ ownerId }) => ownerId === 0) && serverId !== 0 ? " and root" : ""}`,
    };
  }
  return [...new Set([...foreign, ...unwritable])].map((file): Finding => {
    const detail = `${file.what} ${file.path} belongs to user ${file.ownerId}, but the server runs as user ${serverId}`;
    return { status: "fail", detail, remedy: `chown ${serverId} ${file.path}, or run this as the server's user` };
  });
});

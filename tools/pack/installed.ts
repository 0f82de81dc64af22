/** The packed packages in an empty directory, as users install them: for the tests. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { writeInstallFiles } from "./install-files.ts";
import { packAll, type Tarball } from "./pack.ts";

/** An empty directory with every package installed. */
export type Installed = {
  folder: string;
  tarballs: readonly (Tarball & { path: string })[];
  /** Environment of its programs: this Node, the system's own commands, and a separate home. */
  environment: Readonly<Record<string, string>>;
  remove(): void;
};

/**
 * Packs everything and installs it with npm, in the versions of the project's own lock file: npm has already fetched
 * those, so they come from its cache, and no registry is contacted.
 * @throws Error with npm's output.
 */
export function installPacked(): Installed {
  const work = mkdtempSync(join(tmpdir(), "svc-installed-"));
  const remove = (): void => rmSync(work, { recursive: true, force: true });
  try {
    const folder = join(work, "project");
    for (const made of [folder, join(work, "home")]) mkdirSync(made);
    const tarballs = packAll(folder, null).map((tarball) => ({ ...tarball, path: join(folder, tarball.file) }));
    writeInstallFiles(folder, tarballs);
    npmInstall(folder);
    const path = [dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
    return { folder, tarballs, environment: { PATH: path, HOME: join(work, "home") }, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Installs one tarball in an empty directory, where none of our other packages can come from anywhere.
 * @returns the directory, which the caller removes.
 * @throws Error with npm's output.
 */
export function installAlone(tarball: Tarball & { path: string }): string {
  const folder = mkdtempSync(join(tmpdir(), "svc-alone-"));
  cpSync(tarball.path, join(folder, tarball.file));
  writeInstallFiles(folder, [tarball]);
  npmInstall(folder);
  return folder;
}

function npmInstall(folder: string): void {
  const flags = ["--prefer-offline", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund"];
  const { status, stderr, error } = spawnSync("npm", ["ci", ...flags], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ci failed:\n${error?.message ?? ""}${stderr}`);
}

/** A running packed server. */
export type RunningServer = { url: string; log(): string; stop(): Promise<number | null> };

/**
 * Starts it and waits until it reports that it is ready.
 * @param command the program and its arguments.
 * @throws Error with its log if it exits first, or isn't ready within a minute.
 */
export async function startInstalled(
  command: readonly string[],
  options: {
    cwd: string;
    env: Readonly<Record<string, string>>;
    port: number;
    uid?: number;
    /** The command starts the server as a child, and is stopped together with it, as on Ctrl+C in a terminal. */
    hasChild?: boolean;
  },
): Promise<RunningServer> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...options.env, SVC_LISTEN: `127.0.0.1:${options.port}` },
    stdio: ["ignore", "pipe", "pipe"],
    detached: options.hasChild === true,
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  let log = "";
  let isRunning = true;
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve)).finally(
    () => (isRunning = false),
  );
  const ready = new Promise<boolean>((resolve) => {
    const hear = (bytes: Buffer): void => {
      log += bytes.toString();
      if (log.includes("svc is ready at")) resolve(true);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", () => resolve(false));
    void ended.then(() => resolve(false));
    setTimeout(() => resolve(false), 60_000).unref();
  });
  const kill = (signal: NodeJS.Signals): void => {
    if (!isRunning || child.pid === undefined) return;
    if (options.hasChild === true) process.kill(-child.pid, signal);
    else child.kill(signal);
  };
  process.once("exit", () => kill("SIGKILL"));
  const stop = (): Promise<number | null> => {
    kill("SIGTERM");
    return ended;
  };
  if (!(await ready)) {
    await stop();
    throw new Error(`The packed server did not start:\n${log}`);
  }
  return { url: `http://127.0.0.1:${options.port}`, log: () => log, stop };
}

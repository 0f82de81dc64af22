/**
 * Starts the built image, for the tests: with runc, or, where the kernel doesn't let runc, in a mount namespace of its own. Both
 * give it a root file system that is read-only, the user that the image names, and this machine's network.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { containerPaths } from "../needs/containers.ts";
import { dataFolder } from "./tree.ts";

/** An image's files, and how it starts. */
export interface Unpacked {
  /** Has the folder `rootfs`. */
  readonly folder: string;
  readonly start: {
    readonly user: { readonly uid: number; readonly gid: number };
    readonly args: readonly string[];
    readonly env: readonly string[];
    readonly cwd: string;
  };
  /** How containers can be started here. */
  readonly way: "runc" | "mount namespace";
}

/** What a container gets. */
export interface ContainerOptions {
  /** Instead of the image's own arguments; its entry point stays. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The folder that the container may write to. */
  readonly data: string;
}

/**
 * Unpacks an image.
 * @param reference its name in the layout.
 * @param folder that doesn't exist yet.
 * @throws Error with umoci's output, or if containers can't be started on this machine.
 */
export function unpackImage(layout: string, reference: string, folder: string): Unpacked {
  const unpacking = ["unpack", "--image", `${layout}:${reference}`, folder];
  const { status, stderr, error } = spawnSync(containerPaths.umoci, unpacking, { encoding: "utf8" });
  if (status !== 0) throw new Error(`umoci can't unpack the image:\n${error?.message ?? ""}${stderr}`);
  const { process: start } = JSON.parse(readFileSync(join(folder, "config.json"), "utf8")) as {
    process: Unpacked["start"];
  };
  const data = join(folder, "probe");
  mkdirSync(data);
  const faults: string[] = [];
  for (const way of ["runc", "mount namespace"] as const) {
    const unpacked = { folder, start, way };
    const [program = "", ...args] = commandOf(unpacked, { args: ["--version"], environment: {}, data });
    const probe = spawnSync(program, args, { encoding: "utf8" });
    if (probe.status === 0) return unpacked;
    faults.push(`${way}: ${probe.error?.message ?? ""}${probe.stderr}`);
  }
  throw new Error(`Containers can't be started here; that needs root (docker run --privileged).\n${faults.join("\n")}`);
}

/** The command that starts a container; the running container replaces or follows it, and gets its signals. */
export function commandOf(unpacked: Unpacked, options: ContainerOptions): string[] {
  const { folder, start, way } = unpacked;
  chownSync(options.data, start.user.uid, start.user.gid);
  const rootfs = join(folder, "rootfs");
  // The image's arguments are the last one: its entry point is what comes before.
  const args = [...start.args.slice(0, -1), ...options.args];
  const env = [...start.env, ...Object.entries(options.environment).map(([name, value]) => `${name}=${value}`)];
  if (way === "mount namespace") {
    const user = `${start.user.uid}:${start.user.gid}`;
    return ["unshare", "--mount", "sh", "-euc", inNamespace, rootfs, options.data, user, ...env, "--", ...args];
  }
  const bundle = mkdtempSync(join(folder, "run-"));
  const mount = (destination: string, type: string, source: string, ...flags: string[]): object => {
    return { destination, type, source, options: flags };
  };
  const config = {
    ociVersion: "1.0.0",
    process: { ...start, args, env, terminal: false, noNewPrivileges: true, capabilities: {} },
    root: { path: rootfs, readonly: true },
    mounts: [
      mount("/proc", "proc", "proc"),
      mount("/dev", "tmpfs", "tmpfs", "nosuid", "mode=755", "size=64k"),
      mount(`/${dataFolder}`, "bind", options.data, "bind", "rw", "nosuid", "nodev", "noexec"),
    ],
    linux: { namespaces: ["pid", "ipc", "mount"].map((type) => ({ type })) },
  };
  writeFileSync(join(bundle, "config.json"), JSON.stringify(config));
  return [containerPaths.runc, "run", "--bundle", bundle, `svc-${basename(bundle)}`];
}

/** Gets the root, the data folder and the user, then the variables, two dashes, and the program with its arguments. */
const inNamespace = `
root=$0 data=$1 user=$2
shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount --bind "$data" "$root/${dataFolder}"
exec env -i /bin/sh -euc '
  root=$0 user=$1
  shift
  while [ "$1" != -- ]; do export "$1"; shift; done
  shift
  exec /usr/sbin/chroot --userspec="$user" "$root" "$@"
' "$root" "$user" "$@"
`;

/** A running container. */
export interface Running {
  readonly child: ChildProcess;
  log(): string;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts a command of the server in the background; it ends with this process at the latest. */
export function startContainer(unpacked: Unpacked, options: ContainerOptions): Running {
  const [program = "", ...args] = commandOf(unpacked, options);
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (log += bytes.toString()));
  process.once("exit", () => {
    if (child.exitCode !== null) return;
    child.kill("SIGKILL");
    if (unpacked.way === "runc") spawnSync(program, ["delete", "--force", args.at(-1) ?? ""]);
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, log: () => log, ended };
}

/**
 * Acts as the program `svc-server`, inside the image. The folder of an SQLite database becomes the container's data folder.
 * @returns its exit code.
 */
export function runAsServer(
  unpacked: Unpacked,
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
): Promise<number | null> {
  const own = Object.entries(variables).filter((entry): entry is [string, string] => entry[0].startsWith("SVC_"));
  const path = (variables["SVC_DATABASE_URL"] ?? "").replace("sqlite:", "");
  const environment = { ...Object.fromEntries(own), SVC_DATABASE_URL: `sqlite:/${dataFolder}/${basename(path)}` };
  const [program = "", ...words] = commandOf(unpacked, { args, environment, data: dirname(path) });
  const child = spawn(program, words, { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.once("close", resolve));
}

/** Lays out the image's files, in one folder for each of its layers: what changes rarely comes first. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Architecture } from "./architectures.ts";
import { addDebianFiles, type DebianPackage } from "./debian.ts";
import { addNode, type NodeRuntime } from "./node-runtime.ts";

/** The user that the server runs as. A number, so that a cluster can see that it isn't root. */
export const user = 10_001;

/** Where the server is in the image, without a slash at the start. */
export const serverFolder = "opt/svc/node_modules/@svc/server";

/** The only folder that the server writes to, and only with SQLite. */
export const dataFolder = "var/lib/svc";

/** A folder that becomes a layer. */
export interface Layer {
  readonly folder: string;
  /** Which of its files; without this, all. */
  readonly members?: readonly string[];
  /** As for chmod: not the builder's, which depend on a mask. */
  readonly modes: string;
  /** Owns them. */
  readonly owner: number;
}

/** The files, and where they come from. */
export interface Tree {
  readonly layers: readonly Layer[];
  readonly debian: readonly DebianPackage[];
  readonly node: NodeRuntime;
  /** Files that come from here, not from a package. */
  readonly own: readonly string[];
}

const ownFiles: Readonly<Record<string, string>> = {
  // Node asks for the user's name, and runtimes for the home directory. That one doesn't exist, so nothing is written there.
  "etc/passwd": `root:x:0:0:root:/nonexistent:/nonexistent\nsvc:x:${user}:${user}:svc:/nonexistent:/nonexistent\n`,
  "etc/group": `root:x:0:\nsvc:x:${user}:\n`,
  "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
  // For commands in a running container: there is no shell, so Node starts this file.
  "usr/bin/svc-server": `#!/usr/bin/node --disable-sigusr1\nimport("/${serverFolder}/bin/svc-server.js");\n`,
};

/** Folders that runtimes mount something on; on a read-only root they can't create them. */
const mountPoints = ["dev", "proc", "sys", "tmp", "run/secrets", "etc/svc"];

/**
 * Creates it.
 * @param folder an empty one.
 * @param tarball of the packed server, which contains everything that the server imports and reads.
 * @param versions of Debian's packages; without them, the newest.
 */
export function layTree(
  folder: string,
  {
    architecture,
    tarball,
    versions,
  }: {
    architecture: Architecture;
    tarball: string;
    versions?: ReadonlyMap<string, string> | undefined;
  },
): Tree {
  const [system, runtime, server, data] = ["system", "node", "server", "data"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const layer of [system, runtime]) mkdirSync(layer, { recursive: true });
  for (const [file, text] of Object.entries(ownFiles)) {
    const layer = file.startsWith("etc/") ? system : server;
    mkdirSync(dirname(join(layer, file)), { recursive: true });
    writeFileSync(join(layer, file), text, { mode: file.startsWith("usr/bin/") ? 0o755 : 0o644 });
  }
  for (const place of mountPoints) mkdirSync(join(system, place), { recursive: true });
  mkdirSync(join(data, dataFolder), { recursive: true });
  const debian = addDebianFiles(system, architecture, versions);
  const node = addNode(runtime, architecture);
  unpack(tarball, join(server, serverFolder));
  const layers = [system, runtime, server].map((each) => ({ folder: each, modes: "u=rwX,go=rX", owner: 0 }));
  return {
    layers: [...layers, { folder: data, members: [dataFolder], modes: "u=rwx,go=", owner: user }],
    debian,
    node,
    own: Object.keys(ownFiles),
  };
}

function unpack(tarball: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const args = ["--extract", "--gzip", `--file=${tarball}`, `--directory=${to}`, "--strip-components=1"];
  const { status, stderr, error } = spawnSync("tar", [...args, "--no-same-owner"], { encoding: "utf8" });
  if (status !== 0) throw new Error(`tar could not unpack ${tarball}:\n${error?.message ?? ""}${stderr}`);
}

/** The image's Node: the package from npm that this project runs on itself, as the lock file names and hashes it. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectLock } from "../pack/lock.ts";
import type { Architecture } from "./architectures.ts";

/** Node in the image. */
export interface NodeRuntime {
  /** Its package on npm. */
  readonly packageName: string;
  readonly version: string;
  /** Of the package's tarball, in hexadecimal. */
  readonly sha512: string;
  readonly files: readonly string[];
}

/**
 * Puts Node and its license into a folder.
 * @throws Error if npm fails, or sends a package other than the one that the lock file names.
 */
export function addNode(folder: string, architecture: Architecture): NodeRuntime {
  const packageName = `node-linux-${architecture}`;
  const { version = "", integrity = "" } = projectLock().packages[`node_modules/${packageName}`] ?? {};
  const work = mkdtempSync(join(tmpdir(), "svc-node-"));
  try {
    const tarball = downloaded(`${packageName}@${version}`, work);
    const digest = createHash("sha512").update(readFileSync(tarball)).digest();
    if (integrity !== `sha512-${digest.toString("base64")}`) {
      throw new Error(`${packageName}@${version} isn't what package-lock.json says.`);
    }
    const members = { "package/bin/node": "usr/bin/node", "package/LICENSE": "usr/share/doc/node/copyright" };
    run("tar", ["--extract", "--gzip", `--file=${tarball}`, ...Object.keys(members)], work);
    for (const [member, file] of Object.entries(members)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(work, member), join(folder, file));
    }
    return { packageName, version, sha512: digest.toString("hex"), files: Object.values(members) };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function downloaded(specifier: string, work: string): string {
  const packed = run("npm", ["pack", "--json", "--prefer-offline", specifier], work);
  const [found] = JSON.parse(packed) as { filename: string }[];
  return join(work, found?.filename ?? "");
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} failed:\n${error?.message ?? ""}${stderr}`);
  return stdout;
}

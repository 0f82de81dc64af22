/**
 * The files from which `npm ci` installs the tarballs, each package in the version that the project's own tests ran
 * with.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockOf, publishedLock, type Lock } from "./lock.ts";
import { publishedManifest } from "./manifest.ts";
import type { Tarball } from "./pack.ts";
import { publishedWorkspaces } from "./workspaces.ts";

/**
 * Writes `package.json` and `package-lock.json` next to the tarballs: a project that installs all of them.
 * @param out the folder of the tarballs.
 * @returns the file names.
 */
export function writeInstallFiles(out: string, tarballs: readonly Tarball[]): string[] {
  const lock = lockOfAll(out, tarballs);
  const { dependencies } = lock.packages[""] ?? {};
  const files = {
    "package.json": { name: lock.name, private: true, type: "module", dependencies },
    "package-lock.json": lock,
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(out, name), `${JSON.stringify(content, null, 2)}\n`);
  }
  return Object.keys(files);
}

function lockOfAll(out: string, tarballs: readonly Tarball[]): Lock {
  const project = publishedLock();
  const packages: Lock["packages"] = {};
  for (const { name } of tarballs) Object.assign(packages, lockOf(name, project).packages);
  const dependencies: Record<string, string> = {};
  for (const { name, file } of tarballs) {
    dependencies[name] = `file:${file}`;
    const workspace = publishedWorkspaces().find(({ manifest }) => manifest.name === name);
    // The lock file has the sources' programs; npm links the programs that it names.
    const bin = workspace === undefined ? {} : publishedManifest(workspace, null, [])["bin"];
    const integrity = `sha512-${createHash("sha512")
      .update(readFileSync(join(out, file)))
      .digest("base64")}`;
    const place = `node_modules/${name}`;
    packages[place] = { ...packages[place], bin, resolved: dependencies[name], integrity };
  }
  packages[""] = { name: "svc-installed", dependencies };
  return { name: "svc-installed", version: "0.0.0", lockfileVersion: project.lockfileVersion, packages };
}

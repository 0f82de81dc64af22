/** Installs a package created by `svc-server new-provider`, from the packed packages and npm's cache: for the tests. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { Installed } from "./installed.ts";
import { lockOf, publishedLock, type Lock } from "./lock.ts";

type MadeManifest = {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};

/**
 * Runs `npm ci` in its folder. Instead of from a registry, the project's packages come from their tarballs, and the
 * others in the versions of the project's own lock file, which must be those that the package requires.
 * @throws Error with npm's output.
 */
export function installMade(folder: string, { tarballs }: Pick<Installed, "tarballs">): void {
  const path = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as MadeManifest;
  const project = publishedLock();
  const packages: Lock["packages"] = {};
  const locked = (wanted: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(wanted).map(([name, version]) => {
        Object.assign(packages, lockOf(name, project).packages);
        const tarball = tarballs.find((one) => one.name === name);
        if (tarball !== undefined) return [name, `file:${relative(folder, tarball.path)}`];
        const has = packages[`node_modules/${name}`]?.version;
        if (has !== version)
          throw new Error(`${basename(folder)} requires ${name} ${version}; the project has ${has}.`);
        return [name, version];
      }),
    );
  const dependencies = locked(manifest.dependencies);
  const devDependencies = locked(manifest.devDependencies);
  for (const { name, path: file } of tarballs) {
    const entry = packages[`node_modules/${name}`];
    if (entry === undefined) continue;
    const integrity = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
    packages[`node_modules/${name}`] = { ...entry, resolved: `file:${relative(folder, file)}`, integrity };
  }
  // Packages for other systems are omitted instead of refused.
  for (const entry of Object.values(packages)) if (entry["os"] !== undefined) entry["optional"] = true;
  const { name, version, peerDependencies } = manifest;
  packages[""] = { name, version, dependencies, devDependencies, peerDependencies };
  const lock = { name, version, lockfileVersion: project.lockfileVersion, packages };
  writeFileSync(path, `${JSON.stringify({ ...manifest, dependencies, devDependencies }, null, 2)}\n`);
  writeFileSync(join(folder, "package-lock.json"), `${JSON.stringify(lock, null, 2)}\n`);
  const flags = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status, stderr, error } = spawnSync("npm", ["ci", ...flags], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ci failed:\n${error?.message ?? ""}${stderr}`);
}

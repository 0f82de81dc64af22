/** The part of the project's lock file that one package needs, as the lock file of a project that installs it. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { publishedManifest } from "./manifest.ts";
import { publishedWorkspaces, root } from "./workspaces.ts";

/** An entry of `package-lock.json` (version 3), as far as it is used here. */
export type LockEntry = {
  version?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  bundleDependencies?: readonly string[];
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  [field: string]: unknown;
};

/** A lock file, by path such as `node_modules/ajv`. */
export type Lock = { name: string; version: string; lockfileVersion: number; packages: Record<string, LockEntry> };

/**
 * Marks that depend on the installing project: a development dependency of the project may be one that the package
 * needs.
 */
const marks: ReadonlySet<string> = new Set(["dev", "devOptional", "optional", "peer", "link", "resolved", "inBundle"]);

/** The project's own lock file. */
export function projectLock(): Lock {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
}

/**
 * The lock file as if the workspaces were their published form, which may have fewer dependencies than their sources.
 */
export function publishedLock(): Lock {
  const lock = projectLock();
  const packages = { ...lock.packages };
  for (const workspace of publishedWorkspaces()) {
    const { dependencies = {}, bundleDependencies } = publishedManifest(workspace, null, []) as LockEntry;
    const bundle = bundleDependencies === undefined ? {} : { bundleDependencies };
    packages[workspace.folder] = { ...packages[workspace.folder], dependencies, ...bundle };
  }
  return { ...lock, packages };
}

/**
 * The lock file of a project that installs one package of `lock`'s workspaces: the same versions, and nothing else.
 * @throws Error for a missing package, and for a dependency that the lock doesn't have.
 */
export function lockOf(name: string, lock: Lock): Lock {
  const packages: Record<string, LockEntry> = {};
  const waiting = [`node_modules/${name}`];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const found = lock.packages[place];
    if (found === undefined) throw new Error(`The lock file has no ${place}.`);
    // A workspace is a link to its folder, which has its own versions next to it.
    const home = found.link === true ? String(found.resolved) : place;
    const entry = lock.packages[home] ?? found;
    const target = targetOf(place, lock);
    if (target in packages) continue;
    packages[target] = Object.fromEntries(Object.entries(entry).filter(([field]) => !marks.has(field)));
    const { dependencies = {}, bundleDependencies = [] } = entry;
    for (const each of bundleDependencies) {
      packages[`${target}/node_modules/${each}`] = { version: dependencies[each] ?? "", inBundle: true };
    }
    const needed = Object.keys(dependencies).filter((each) => !bundleDependencies.includes(each));
    const welcome = Object.keys({ ...entry.optionalDependencies, ...entry.peerDependencies });
    for (const dependency of [...needed, ...welcome]) {
      const next = placeOf(dependency, home, lock);
      if (next !== null) waiting.push(next);
      else if (needed.includes(dependency)) throw new Error(`The lock file has no ${dependency} for ${place}.`);
    }
  }
  const version = packages[`node_modules/${name}`]?.version ?? "";
  const own: LockEntry = { name: "installed", version, dependencies: { [name]: version } };
  return { name: "installed", version, lockfileVersion: 3, packages: { "": own, ...packages } };
}

/** Where Node finds a dependency of the package at `home`; null if the lock has none. */
function placeOf(dependency: string, home: string, lock: Lock): string | null {
  for (let folder = home; ; folder = posix.dirname(folder)) {
    const place = folder === "." ? `node_modules/${dependency}` : `${folder}/node_modules/${dependency}`;
    if (place in lock.packages) return place;
    if (folder === ".") return null;
  }
}

/** `packages/server/node_modules/x` → `node_modules/@svc/server/node_modules/x`; other paths stay the same. */
function targetOf(place: string, lock: Lock): string {
  const owner = Object.entries(lock.packages).find(
    ([, { link, resolved }]) => link === true && place.startsWith(`${String(resolved)}/`),
  );
  return owner === undefined ? place : `${owner[0]}${place.slice(String(owner[1].resolved).length)}`;
}

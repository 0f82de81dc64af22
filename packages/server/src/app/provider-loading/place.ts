/** Finds the packages and folders that `SVC_PROVIDERS` names, without running any of their code. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import semver from "semver";

/** A package or folder, with the facts from its package.json. */
export type ProviderPlace = {
  /** The name as given, for messages. */
  given: string;
  folder: string;
  name: string;
  version: string;
  /** Its main module. */
  main: string;
  /** The module of its simulator; null if it has none. */
  simulator: string | null;
};

type Manifest = {
  name?: unknown;
  version?: unknown;
  exports?: unknown;
  peerDependencies?: Readonly<Record<string, unknown>>;
};

/**
 * Finds a package, first from the working directory and then from the server's own place, or a folder.
 * @param kitVersion of the provider kit in this server.
 * @throws ProviderFault for the first rule that it breaks.
 */
export function findPlace(given: string, { cwd, kitVersion }: { cwd: string; kitVersion: string }): ProviderPlace {
  const manifestPath = isFolderName(given) ? join(resolve(cwd, given), "package.json") : findPackage(given, cwd);
  if (manifestPath === undefined || !existsSync(manifestPath)) {
    throw new ProviderFault(
      given,
      isFolderName(given) ? "no package.json is in this folder" : "no such package is installed",
    );
  }
  const folder = realpathSync(dirname(manifestPath));
  const manifest = readManifest(given, join(folder, "package.json"));
  const { name, version, exports, peerDependencies = {} } = manifest;
  if (typeof name !== "string" || typeof version !== "string" || semver.valid(version) === null) {
    throw new ProviderFault(given, "its package.json has no name or no version");
  }
  const range = peerDependencies["@svc/provider-kit"];
  if (typeof range !== "string" || semver.validRange(range) === null) {
    throw new ProviderFault(given, "its package.json has no range for @svc/provider-kit in peerDependencies");
  }
  if (!semver.satisfies(kitVersion, range, { includePrerelease: true })) {
    throw new ProviderFault(given, `it needs @svc/provider-kit ${range}, and this server has ${kitVersion}`);
  }
  const main = moduleAt(given, folder, exports, ".");
  if (main === null) throw new ProviderFault(given, 'its package.json has no export for the provider (exports, ".")');
  return { given, folder, name, version, main, simulator: moduleAt(given, folder, exports, "./simulator") };
}

/** Whether a name is that of a folder: it begins with a dot or a slash. */
function isFolderName(given: string): boolean {
  return given.startsWith("./") || given.startsWith("../") || given === "." || isAbsolute(given);
}

function findPackage(given: string, cwd: string): string | undefined {
  if (!/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/.test(given)) {
    throw new ProviderFault(given, "this is neither a package's name nor a folder (./…)");
  }
  for (const base of [pathToFileURL(join(cwd, "x")), new URL(import.meta.url)]) {
    try {
      const found = findPackageJSON(given, base);
      if (found !== undefined) return found;
    } catch {
      // It isn't installed there.
    }
  }
  return undefined;
}

function readManifest(given: string, path: string): Manifest {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Manifest;
  } catch {
    throw new ProviderFault(given, "its package.json can't be read");
  }
}

/** The file of an export: a path, or the path for the condition `import`, `node` or `default`. */
function moduleAt(given: string, folder: string, exports: unknown, name: string): string | null {
  const all =
    typeof exports === "string" ? { ".": exports } : (exports as Readonly<Record<string, unknown>> | undefined);
  const target = targetOf(all?.[name]);
  if (target === null) return null;
  const path = resolve(folder, target);
  if (!path.startsWith(folder + sep) || !existsSync(path)) {
    throw new ProviderFault(given, `the file of its export "${name}" isn't in the package`);
  }
  const isTypeScript = /\.[cm]?ts$/.test(path);
  if (isTypeScript && folder.split(sep).includes("node_modules")) {
    throw new ProviderFault(
      given,
      "it is TypeScript inside node_modules, which Node.js doesn't run: build it to JavaScript",
    );
  }
  return path;
}

function targetOf(entry: unknown): string | null {
  if (typeof entry === "string") return entry;
  if (typeof entry !== "object" || entry === null) return null;
  const conditions = entry as Readonly<Record<string, unknown>>;
  for (const condition of ["import", "node", "default"]) {
    const target = targetOf(conditions[condition]);
    if (target !== null) return target;
  }
  return null;
}

/** The rules that a loaded provider breaks, one per line. It quotes no text from the provider's code. */
export class ProviderFault extends Error {
  /** @param given the package or folder, as named in the configuration. */
  constructor(given: string, ...rules: readonly string[]) {
    super(rules.map((rule) => `${given}: ${rule}.`).join("\n"));
    this.name = "ProviderFault";
  }
}

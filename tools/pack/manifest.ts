/** The manifest of a published package, from the one in the work tree. */
import { basename, dirname, join, posix } from "node:path";
import { bundled, readAsFiles } from "./bundled.ts";
import { isOurs, published } from "../release/names.ts";
import { publishedWorkspaces, type Manifest, type Workspace } from "./workspaces.ts";

/** Exports that are only for development, and that no tarball contains. */
const internalExports: readonly string[] = ["./build", "./reference"];

/** The path of a source in the package: `src/a.ts` → `dist/a.ts`, `simulator/a.ts` → `dist/simulator/a.ts`. */
export function builtPath(source: string): string {
  const path = posix.normalize(source);
  return join("dist", path.startsWith("src/") ? path.slice("src/".length) : path);
}

/** The exports of the built package: JavaScript and its types for a source, anything else unchanged. */
export function builtExports(sources: Readonly<Record<string, string>>): Record<string, unknown> {
  const entries = Object.entries(sources)
    .filter(([name]) => !internalExports.includes(name))
    .map(([name, target]): [string, unknown] => {
      if (!target.endsWith(".ts")) return [name, target];
      const stem = `./${builtPath(target).slice(0, -".ts".length)}`;
      return [name, { types: `${stem}.d.ts`, default: `${stem}.js` }];
    });
  return Object.fromEntries([...entries, ["./package.json", "./package.json"]]);
}

/** Folders with files that are exported unchanged, such as `generated`. */
export function assetFolders(manifest: Manifest): string[] {
  const targets = Object.values(manifest.exports ?? {}).filter((target) => !target.endsWith(".ts"));
  return [...new Set(targets.map((target) => posix.normalize(target).split("/")[0] ?? ""))].sort();
}

/** Whether programs import this package; a package that only provides a program has no types to ship. */
export function isLibrary(manifest: Manifest): boolean {
  return manifest.bin === undefined;
}

/**
 * The published manifest.
 * @param repository URL of the repository that it is built from; provenance is checked against it. null omits it.
 * @param folders the package's contents besides its manifest, README and license.
 */
export function publishedManifest(
  { folder, manifest }: Workspace,
  repository: string | null,
  folders: readonly string[],
): Record<string, unknown> {
  const { name, version, description, license, dependencies } = manifest;
  const bin = Object.fromEntries(
    Object.entries(manifest.bin ?? {}).map(([command, file]) => [command, join(dirname(file), `${basename(file)}.js`)]),
  );
  return {
    name,
    version,
    description,
    license,
    type: "module",
    ...(repository === null
      ? {}
      : { repository: { type: "git", url: `git+${repository}.git`, directory: folder }, homepage: repository }),
    ...(needsNode(name) ? { engines: { node: ">=24.11" } } : {}),
    sideEffects: !isLibrary(manifest),
    exports: builtExports(manifest.exports ?? {}),
    ...(isLibrary(manifest) ? {} : { bin }),
    files: [...folders].sort(),
    ...(dependencies === undefined ? {} : publishedDependencies(name, dependencies)),
    publishConfig: { access: "public", provenance: true },
  };
}

/**
 * The dependencies installed with the package: for the server's bundle, only those that it doesn't contain. Our own are in the
 * tarball: the name that they are published under isn't ours yet, so anyone who takes it could run code where they are installed.
 */
function publishedDependencies(
  name: string,
  dependencies: Readonly<Record<string, string>>,
): { dependencies: Record<string, string>; bundleDependencies?: readonly string[] } {
  const direct = Object.entries(dependencies).filter(([each]) => name !== bundled || readAsFiles.includes(each));
  const all = new Map(direct);
  if (name !== bundled) {
    // A map is walked through what is added meanwhile.
    for (const [each] of all) {
      for (const [next, version] of Object.entries(ownDependencies(each))) all.set(next, version);
    }
  }
  const own = [...all.keys()].filter(isOurs).sort();
  const sorted = Object.fromEntries([...all].sort(([left], [right]) => (left < right ? -1 : 1)));
  return { dependencies: sorted, ...(own.length === 0 ? {} : { bundleDependencies: own }) };
}

/** The dependencies of one of our packages; none for anybody else's. */
function ownDependencies(name: string): Readonly<Record<string, string>> {
  return publishedWorkspaces().find(({ manifest }) => manifest.name === name)?.manifest.dependencies ?? {};
}

/** Code that also runs in browsers and other runtimes requires no Node. */
function needsNode(name: string): boolean {
  const { npmScope: scope } = published;
  return !["sdk", "contract", "connect", "connect-ui"].some((each) => name === `${scope}/${each}`);
}

/** Builds, lays out and packs every published package. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "./compile.ts";
import { layOut } from "./lay-out.ts";
import { publishedWorkspaces } from "./workspaces.ts";

/** A tarball: the package, its file name, its size. */
export type Tarball = { name: string; file: string; bytes: number };

/**
 * Creates all tarballs.
 * @param out an existing folder.
 * @param repository as for `publishedManifest`.
 * @throws Error if the compiler or npm fails.
 */
export function packAll(out: string, repository: string | null): Tarball[] {
  const work = mkdtempSync(join(tmpdir(), "svc-pack-"));
  try {
    const compiled = join(work, "compiled");
    mkdirSync(compiled);
    compile(compiled);
    const staged = new Map<string, string>();
    for (const workspace of publishedWorkspaces()) {
      const to = join(work, "staged", workspace.folder);
      layOut(workspace, join(compiled, workspace.folder), to, repository);
      staged.set(workspace.manifest.name, to);
    }
    for (const folder of staged.values()) addBundled(folder, staged);
    setModes(join(work, "staged"));
    return npmPack([...staged.values()], out);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Copies the packages that a staged package bundles into its `node_modules`, side by side. What they need is among its own
 * dependencies, unless it only reads them as files.
 */
function addBundled(folder: string, staged: ReadonlyMap<string, string>): void {
  const { bundleDependencies = [] } = readManifest(folder);
  for (const name of bundleDependencies) {
    const from = staged.get(name);
    if (from === undefined) throw new Error(`${folder} bundles ${name}, which isn't published.`);
    const to = join(folder, "node_modules", name);
    cpSync(from, to, { recursive: true, filter: (path) => path !== join(from, "node_modules") });
    const { bundleDependencies: _bundled, dependencies: _needed, ...manifest } = readManifest(to);
    writeFileSync(join(to, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

/** Tarballs contain the files' modes, which otherwise depend on the mask of the user who builds. */
function setModes(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || (statSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}

function readManifest(folder: string): Readonly<Record<string, unknown>> & { bundleDependencies?: readonly string[] } {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { bundleDependencies?: readonly string[] };
}

function npmPack(folders: readonly string[], out: string): Tarball[] {
  const { status, stdout, stderr, error } = spawnSync(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", out, ...folders],
    // From the staged folders: from a folder of the project, npm would pack its workspaces unchanged.
    { encoding: "utf8", cwd: join(folders[0] ?? out), maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`npm pack failed:\n${error?.message ?? ""}${stderr}`);
  const packed = JSON.parse(stdout) as { name: string; filename: string; size: number }[];
  return packed.map(({ name, filename, size }) => ({ name, file: filename, bytes: size }));
}

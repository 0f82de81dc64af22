/** Builds, lays out and packs every published package. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
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
    const folders = publishedWorkspaces().map((workspace) => {
      const to = join(work, "staged", workspace.folder);
      layOut(workspace, join(compiled, workspace.folder), to, repository);
      return to;
    });
    return npmPack(folders, out);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function npmPack(folders: readonly string[], out: string): Tarball[] {
  const { status, stdout, stderr, error } = spawnSync(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", out, ...folders],
    // From the staged folders: from a folder of the project, npm would pack its workspaces unchanged.
    { encoding: "utf8", cwd: join(folders[0] ?? out) },
  );
  if (status !== 0) throw new Error(`npm pack failed:\n${error?.message ?? ""}${stderr}`);
  const packed = JSON.parse(stdout) as { name: string; filename: string; size: number }[];
  return packed.map(({ name, filename, size }) => ({ name, file: filename, bytes: size }));
}

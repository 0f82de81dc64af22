/** Builds everything that a release publishes as files, at one version, into one folder. */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeInstallFiles } from "../pack/install-files.ts";
import { packAll } from "../pack/pack.ts";
import { writeSboms } from "../pack/sbom.ts";
import { digestsFile, releaseFolders, writeDigests } from "./digests.ts";
import { buildPython } from "./python.ts";

/** What to build, and where. */
export type ReleaseOptions = {
  /** A folder that is missing, empty, or an earlier release, which is replaced. */
  out: string;
  /** As for `publishedManifest`. */
  repository: string | null;
};

/**
 * Builds the release: npm's tarballs with the files to install them from, the Python distributions, the bills of materials,
 * and a list of all of them with their digests. The same sources give the same bytes.
 * @returns the list.
 * @throws Error for a folder with other files, and if a compiler or packer fails.
 */
export function buildRelease({ out, repository }: ReleaseOptions): string {
  const isUsable = !existsSync(out) || readdirSync(out).length === 0 || existsSync(join(out, digestsFile));
  if (!isUsable) throw new Error(`${out} has files that aren't an earlier release: name another folder with --out.`);
  rmSync(out, { recursive: true, force: true });
  const [npm, python, sbom] = Object.values(releaseFolders).map((name) => join(out, name)) as [string, string, string];
  for (const folder of [npm, python, sbom]) mkdirSync(folder, { recursive: true });
  writeInstallFiles(npm, packAll(npm, repository));
  buildPython(python, repository);
  writeSboms(sbom);
  return writeDigests(out);
}

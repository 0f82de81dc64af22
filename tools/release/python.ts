/** The Python SDK's wheel and source distribution. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pythonBuildFolder } from "../needs/python-tools.ts";
import { root } from "../pack/workspaces.ts";
import { publishedVersion } from "./names.ts";

/**
 * Builds both. hatchling writes the same bytes for the same files: it dates everything alike.
 * @param out the folder for them, created if it isn't there.
 * @param repository as for `publishedManifest`.
 * @returns the file names.
 * @throws Error with hatchling's output.
 */
export function buildPython(out: string, repository: string | null): string[] {
  const work = mkdtempSync(join(tmpdir(), "svc-python-"));
  try {
    const source = join(root, "sdk/python");
    const copied = (path: string): boolean => basename(path) !== "__pycache__";
    cpSync(join(source, "src"), join(work, "src"), { recursive: true, filter: copied });
    for (const path of [join(source, "pyproject.toml"), join(source, "README.md"), join(root, "LICENSE")]) {
      cpSync(path, join(work, basename(path)));
    }
    if (repository !== null) nameRepository(work, repository);
    const args = ["-m", "hatchling", "build", "--target", "wheel", "--target", "sdist", "--directory", out];
    const { PATH } = process.env;
    const env = { PATH, PYTHONPATH: pythonBuildFolder, PYTHONDONTWRITEBYTECODE: "1" };
    const { status, stderr, error } = spawnSync("python3", args, { cwd: work, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`hatchling failed:\n${error?.message ?? ""}${stderr}`);
    return readdirSync(out).toSorted();
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** PyPI shows the repository, and resolves no relative link. */
function nameRepository(work: string, repository: string): void {
  const [project, readme] = [join(work, "pyproject.toml"), join(work, "README.md")];
  const urls = `[project.urls]\nRepository = ${JSON.stringify(repository)}\n\n`;
  writeFileSync(project, readFileSync(project, "utf8").replace(/^(?=\[tool\.)/m, urls));
  const links = readFileSync(readme, "utf8").replaceAll("](../../", `](${repository}/blob/v${publishedVersion()}/`);
  writeFileSync(readme, links);
}

/** Lays out a package in its published form. */
import { cpSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtSite } from "@svc/docs-site/build";
import { bundled, bundleServer } from "./bundled.ts";
import { assetFolders, builtPath, isLibrary, publishedManifest } from "./manifest.ts";
import { root, type Workspace } from "./workspaces.ts";

/**
 * Writes the package into `to`.
 * @param compiled the compiler's output for this package.
 * @param repository as for `publishedManifest`.
 */
export function layOut(workspace: Workspace, compiled: string, to: string, repository: string | null): void {
  const { folder, manifest } = workspace;
  mkdirSync(to, { recursive: true });
  if (manifest.name === bundled) bundleServer(join(to, "dist"));
  else {
    const built = globSync(isLibrary(manifest) ? "**/*.{js,d.ts}" : "**/*.js", { cwd: compiled });
    for (const path of built) copy(join(compiled, path), join(to, builtPath(path)));
    // Files that sources read next to themselves are at the same place next to the JavaScript.
    for (const path of globSync("src/**/*.{sql,json}", { cwd: join(root, folder) })) {
      copy(join(root, folder, path), join(to, builtPath(path)));
    }
  }
  const folders = ["dist", ...assetFolders(manifest)];
  for (const asset of assetFolders(manifest)) copy(join(root, folder, asset), join(to, asset));
  for (const bin of Object.values(manifest.bin ?? {})) copy(join(root, folder, `${bin}.js`), join(to, `${bin}.js`));
  if (!isLibrary(manifest)) folders.push("bin");
  if (manifest.name === bundled) {
    copy(builtSite(), join(to, "site"));
    folders.push("site");
  }
  copy(join(root, folder, "README.md"), join(to, "README.md"));
  copy(join(root, "LICENSE"), join(to, "LICENSE"));
  const published = publishedManifest(workspace, repository, folders);
  writeFileSync(join(to, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

/** `svc-server docs export`: the site as files that any web server can serve. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { OperatorFailure } from "../operator/failure.ts";
import { siteFiles, type SiteParts } from "./files.ts";

/** The file of a path of the site: a page without an ending gets `.html`, as static hosts look it up. */
export function exportedPath(path: string): string {
  if (path === "/") return "index.html";
  return `${path.slice(1)}${extname(path) === "" ? ".html" : ""}`;
}

/**
 * Writes every file of the site into a folder.
 * @throws OperatorFailure where the folder holds something already.
 */
export function exportSite(site: SiteParts, folder: string): { files: number } {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new OperatorFailure(`${folder} is not empty: give a new folder.`);
  const files = siteFiles(site);
  for (const [path, file] of files) {
    const target = join(folder, exportedPath(path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, file.body());
  }
  return { files: files.size };
}

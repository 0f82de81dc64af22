/** `svc-server docs export`: the site as files that any web server can serve. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { OperatorFailure } from "../cli/io.ts";
import { siteFiles, type SiteParts, type SiteFile } from "./files.ts";

/**
 * Returns the file name for a path of the site: a page without an extension gets `.html`, which static hosts look up.
 */
export function exportedPath(path: string): string {
  if (path === "/") return "index.html";
  return `${path.slice(1)}${extname(path) === "" ? ".html" : ""}`;
}

/** Fails if anything exists at the path, and does not follow a link that appeared in the meantime. */
const newFile = "wx";

/**
 * Writes every file of the site into a folder.
 * @throws OperatorFailure if the folder is not empty.
 */
export async function exportSite(site: SiteParts, folder: string): Promise<{ files: number }> {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new OperatorFailure(`${folder} is not empty: choose a new folder.`);
  const files = await siteFiles(site);
  for (const [path, file] of files) {
    const target = join(folder, exportedPath(path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, file.body(), { flag: newFile });
  }
  writeFileSync(join(folder, "_headers"), headersFile(files), { flag: newFile });
  return { files: files.size + 1 };
}

/**
 * Returns the headers of the pages in the format of static hosts (`_headers`: a path or `/folder/*`, followed by its
 * headers), in few rules, because some hosts accept only a hundred. A page can't declare in itself who may frame it.
 */
function headersFile(files: ReadonlyMap<string, SiteFile>): string {
  const rules = new Map([["/*", "X-Content-Type-Options: nosniff"]]);
  for (const [path, { headers }] of files) {
    const policy = headers["content-security-policy"];
    if (policy === undefined) continue;
    const own = path.startsWith("/docs/") ? ["/docs/*"] : new Set([path, `/${exportedPath(path)}`]);
    for (const rule of own) rules.set(rule, `Content-Security-Policy: ${policy}`);
  }
  return [...rules].map(([path, header]) => `${path}\n  ${header}\n`).join("\n");
}

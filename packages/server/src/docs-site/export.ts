/** `svc-server docs export`: the site as files that any web server can serve. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { OperatorFailure } from "../operator/failure.ts";
import { siteFiles, type SiteParts } from "./files.ts";
import type { SiteFile } from "./site-file.ts";

/** The file of a path of the site: a page without an ending gets `.html`, as static hosts look it up. */
export function exportedPath(path: string): string {
  if (path === "/") return "index.html";
  return `${path.slice(1)}${extname(path) === "" ? ".html" : ""}`;
}

/** Fails if there is anything at the path. A link that somebody put there meanwhile is not followed. */
const newFile = "wx";

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
    writeFileSync(target, file.body(), { flag: newFile });
  }
  writeFileSync(join(folder, "_headers"), headersFile(files), { flag: newFile });
  return { files: files.size + 1 };
}

/**
 * The headers of the pages in the form that static hosts read (`_headers`: a path or `/folder/*`, and its headers beneath),
 * in few rules, for some hosts take a hundred. What frames a page may not be said in the page itself.
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

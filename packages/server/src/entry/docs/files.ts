/**
 * The documentation as files: the server serves, and `svc-server docs export` writes, the same bytes, as
 * `packages/docs-site` built them.
 */
import { DesiredState } from "../../domain/desired-state/document.ts";
import { readFileSync, existsSync, globSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { extname, join, dirname } from "node:path";
import type { Provider } from "@svc/provider-kit";
import { toAgentPath, agentPage } from "./action-facts.ts";
import { llmsText, type Origins, placeholderOrigin, type PageEntry } from "./pages.ts";
import { ownProviderMarkdown } from "./provider-page.ts";
import { once } from "../../once.ts";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { OperatorFailure } from "../cli/io.ts";

export type SiteParts = Origins & {
  providers: readonly Provider[];
  /** Those of them that aren't built in, and so have no built page. */
  ownProviders?: readonly Provider[];
  openApi: () => object;
};

/** Search engines may read the documentation, and Connect pages, which show nothing of a session without its token. */
const robots = ({ docsUrl }: Origins): string => `User-agent: *\nDisallow: /v1/\nSitemap: ${docsUrl}/sitemap.xml\n`;

const cached = { "cache-control": "public, max-age=300" };
const immutable = { "cache-control": "public, max-age=31536000, immutable" };

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".md": "text/markdown",
  ".txt": "text/plain",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".xml": "application/xml",
};

/** Returns every file by its path under the docs origin. @throws Error if the site can't be built. */
export async function siteFiles(site: SiteParts): Promise<ReadonlyMap<string, SiteFile>> {
  return new Map([...(await builtFiles(site)), ...(await listFiles(site)), ...ownFiles(site)]);
}

/** Returns the files that the server generates itself: texts about its own actions and its API. */
export function ownFiles(site: SiteParts): ReadonlyMap<string, SiteFile> {
  const pages = site.providers.flatMap((provider) =>
    provider.actions.map((action): [string, SiteFile] => [
      toAgentPath(provider.slug, action.id),
      toSiteFile(".md", () => agentPage(provider, action, site)),
    ]),
  );
  const ownPages = (site.ownProviders ?? []).map((provider): [string, SiteFile] => [
    `/docs/providers/${provider.slug}.md`,
    toSiteFile(".md", () => ownProviderMarkdown(provider)),
  ]);
  return new Map<string, SiteFile>([
    ...ownPages,
    ["/robots.txt", toSiteFile(".txt", () => robots(site))],
    ["/openapi.json", toSiteFile(".json", () => JSON.stringify(site.openApi()))],
    ["/svc-file.schema.json", toSiteFile(".json", () => JSON.stringify(DesiredState))],
    ...pages,
  ]);
}

/** Returns the built pages and their assets, and pages made from them. @throws Error if the site can't be built. */
export async function builtFiles(site: SiteParts): Promise<ReadonlyMap<string, SiteFile>> {
  const built = await builtSite();
  const pageHeaders = { ...cached, "content-security-policy": built.contentSecurityPolicy };
  const files = new Map<string, SiteFile>();
  for (const name of fileNames(built)) {
    const read = (): Buffer => readFileSync(join(built.folder, name));
    const headers = name.endsWith(".html") ? pageHeaders : isHashed(name) ? immutable : cached;
    files.set(toPath(name), toSiteFile(extname(name), read, headers));
  }
  const fullText = (): string => readFileSync(join(built.folder, "llms-full.txt"), "utf8");
  files.set(
    "/llms-full.txt",
    toSiteFile(".txt", () => fullText().replaceAll(placeholderOrigin, site.docsUrl)),
  );
  const { ownProviders = [] } = site;
  if (ownProviders.length === 0) return files;
  const { ownProviderHtml } = await import("./provider-page.ts");
  const frame = (): string => readFileSync(join(built.folder, "docs/providers.html"), "utf8");
  for (const provider of ownProviders) {
    const page = (): string => ownProviderHtml(provider, frame());
    files.set(`/docs/providers/${provider.slug}`, toSiteFile(".html", page, pageHeaders));
  }
  return files;
}

/** The files of {@link listFiles}. */
export const listPaths: readonly string[] = ["/llms.txt", "/sitemap.xml"];

/** Returns the lists of everything, for agents, search engines and `svc doctor`, which don't wait for a build. */
export async function listFiles(site: SiteParts): Promise<ReadonlyMap<string, SiteFile>> {
  const pages = await sitePages();
  return new Map([
    ["/llms.txt", toSiteFile(".txt", () => llmsText(pages, site.providers, site))],
    ["/sitemap.xml", toSiteFile(".xml", () => sitemap(pages, site))],
  ]);
}

/** The addresses of all pages: https://www.sitemaps.org/protocol.html */
function sitemap(pages: readonly PageEntry[], { docsUrl, ownProviders = [] }: SiteParts): string {
  const paths = [...pages.map(({ path }) => path), ...ownProviders.map(({ slug }) => `/docs/providers/${slug}`)];
  const urls = paths.map((path) => `  <url><loc>${docsUrl}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

function toSiteFile(
  extension: string,
  body: () => string | Buffer,
  headers: Readonly<Record<string, string>> = cached,
): SiteFile {
  const type = types[extension];
  if (type === undefined) throw new Error(`The documentation has a file of an unknown type: ${extension}`);
  return { type: `${type}; charset=utf-8`, headers, body: once(body) };
}

/** VitePress names a script or style by its content. */
function isHashed(name: string): boolean {
  return /\.[\w-]{8}(?:\.lean)?\.(?:js|css)$/.test(name);
}

/** A page's path has no extension, except that of the page for unknown addresses. */
function toPath(name: string): string {
  if (name === "index.html") return "/";
  return name === "404.html" ? "/404.html" : `/${name.replace(/\.html$/, "")}`;
}

/** A file of the site: its media type and headers, and its text, which is created on request. */
export type SiteFile = {
  type: string;
  headers: Readonly<Record<string, string>>;
  body: () => string | Buffer;
};

/** The folder with the built files, and the policy of every page. */
export type BuiltSite = { folder: string; contentSecurityPolicy: string };

/** The build's facts about the site. */
type SiteFacts = { contentSecurityPolicy: string; pages: readonly PageEntry[] };

/** An installed package contains the site. The path works from `dist` and from `src`. */
const packed = fileURLToPath(new URL("../../../site", import.meta.url));

/** In a checkout, this program builds the site unless it is built already, and prints where it is. */
const builder = join(fileURLToPath(new URL("../../../../docs-site/", import.meta.url)), "src/main.ts");

/** Returns the built site. In a checkout, the first call takes as long as the build. @throws Error if it fails. */
export async function builtSite(): Promise<BuiltSite> {
  const folder = existsSync(packed) ? packed : (await runBuilder()).trim();
  return { folder, contentSecurityPolicy: readFacts(folder).contentSecurityPolicy };
}

/** Returns the pages in reading order. They are known without the build. @throws Error if they can't be read. */
export async function sitePages(): Promise<readonly PageEntry[]> {
  if (existsSync(packed)) return readFacts(packed).pages;
  return JSON.parse(await runBuilder("--pages")) as readonly PageEntry[];
}

function readFacts(folder: string): SiteFacts {
  return JSON.parse(readFileSync(join(folder, "site.json"), "utf8")) as SiteFacts;
}

async function runBuilder(...options: readonly string[]): Promise<string> {
  if (!existsSync(builder)) throw new Error("The documentation's files are missing: the installation is incomplete.");
  return (await promisify(execFile)(process.execPath, [builder, ...options])).stdout;
}

/** Returns the site's files by their names in the folder, without the list of pages. */
export function fileNames({ folder }: BuiltSite): string[] {
  return globSync("**/*.*", { cwd: folder }).filter((name) => name !== "site.json");
}

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

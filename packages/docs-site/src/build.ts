/** Builds the site once per content, into an untracked folder named after the content's hash. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { providerCards } from "./logos.ts";
import { toMarkdownPath, placeholderOrigin, registeredProviders, type PageEntry } from "@svc/server/reference";
import { withMarkdownLinks } from "./links.ts";
import type { DocsPage } from "./page.ts";
import { allPages, buildSidebar } from "./pages.ts";
import { buildPolicy } from "./policy.ts";
import { root } from "./project.ts";
import { writeSources } from "./sources.ts";

const own = join(root, "packages/docs-site");
const builds = join(own, "dist");

/** How long to keep older builds: a server may still be reading one. */
const keepMs = 24 * 60 * 60 * 1000;

/**
 * Returns the folder with the built site, and builds it first if the content has changed.
 * @throws Error with VitePress's output.
 */
export function builtSite(): string {
  const pages = allPages();
  const folder = join(builds, contentHash(pages));
  if (existsSync(folder)) return folder;
  mkdirSync(builds, { recursive: true });
  const work = mkdtempSync(join(builds, "work-"));
  try {
    const out = join(work, "out");
    runVitePress(work, out, pages);
    addTexts(out, pages);
    moveTo(out, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  removeOldBuilds(folder);
  return folder;
}

/** Hashes everything that the site depends on: pages, provider cards, this package, and VitePress's version. */
function contentHash(pages: readonly DocsPage[]): string {
  const hash = createHash("sha256");
  hash.update(JSON.stringify(pages));
  hash.update(providerCards(registeredProviders.map(({ provider }) => provider)));
  const files = ["package.json", ...globSync("{src,home}/**/*.{ts,css,md}", { cwd: own }).toSorted()];
  for (const file of files) hash.update(`${file}\n${readFileSync(join(own, file), "utf8")}`);
  return hash.digest("hex").slice(0, 16);
}

/** VitePress needs its own project. It runs as its own process, so that it can't change this one. */
function runVitePress(work: string, out: string, pages: readonly DocsPage[]): void {
  writeSources(work, pages, readFileSync(join(own, "home/index.md"), "utf8"));
  const source = (name: string): string => JSON.stringify(join(own, "src", name));
  mkdirSync(join(work, ".vitepress/theme"), { recursive: true });
  writeFileSync(
    join(work, ".vitepress/config.ts"),
    `import { siteConfig } from ${source("site-config.ts")};\nexport default siteConfig(${JSON.stringify(buildSidebar(pages))});\n`,
  );
  writeFileSync(
    join(work, ".vitepress/theme/index.ts"),
    `export { theme as default } from ${source("theme/index.ts")};\nimport ${source("theme/style.css")};\nimport ${source("theme/look.css")};\nimport ${source("theme/api.css")};\nimport ${source("theme/print.css")};\n`,
  );
  const program = join(root, "node_modules/vitepress/bin/vitepress.js");
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [program, "build", work, "--outDir", out], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) {
    throw new Error(`VitePress could not build the documentation:\n${error?.message ?? ""}${stdout}${stderr}`);
  }
}

/** Adds the files that aren't HTML: each page as Markdown, all in one text, and the list of pages with their policy. */
function addTexts(out: string, pages: readonly DocsPage[]): void {
  // A style sheet for icons. There are no icons, and no page links to it.
  rmSync(join(out, "vp-icons.css"), { force: true });
  const paths = new Set(pages.map(({ path }) => path));
  for (const { path, markdown } of pages)
    writeFileSync(join(out, toMarkdownPath(path)), withMarkdownLinks(markdown, paths));
  const texts = pages.map(({ path, markdown }) => `Source: ${placeholderOrigin}${path}\n\n${markdown.trimEnd()}`);
  writeFileSync(join(out, "llms-full.txt"), `${texts.join("\n\n---\n\n")}\n`);
  const policies = new Set(
    globSync("**/*.html", { cwd: out }).map((file) => buildPolicy(readFileSync(join(out, file), "utf8"))),
  );
  const [contentSecurityPolicy, ...others] = policies;
  if (others.length > 0) throw new Error("The pages of the documentation need different policies.");
  writeFileSync(join(out, "site.json"), JSON.stringify({ contentSecurityPolicy, pages: entriesOf(pages) }));
}

/** Returns the documentation list's entry for each page. */
export function entriesOf(pages: readonly DocsPage[]): PageEntry[] {
  return pages.map(({ path, title, summary }) => ({ path, title, summary }));
}

/** Moves the build to its folder. If another process has built the same content in the meantime, either one is fine. */
function moveTo(out: string, folder: string): void {
  try {
    renameSync(out, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function removeOldBuilds(folder: string): void {
  const nowMs = statSync(folder).mtimeMs;
  for (const name of readdirSync(builds)) {
    const path = join(builds, name);
    if (path !== folder && nowMs - statSync(path).mtimeMs > keepMs) rmSync(path, { recursive: true, force: true });
  }
}

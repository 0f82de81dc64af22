/** The pages that are stored as files, handwritten or generated: guides, references, changelog. */
import { posix } from "node:path";
import { guideNames, projectText } from "./folder.ts";
import { describe, type DocsPage } from "./page.ts";

/** Pages that are not guides in `docs`, by path, with their files. */
const otherFiles: Readonly<Record<string, string>> = {
  "/docs/security": "SECURITY.md",
  "/docs/changelog": "CHANGELOG.md",
  "/docs/cli": "docs/reference/cli.md",
  "/docs/svc-server": "docs/reference/svc-server.md",
  "/docs/sdk": "docs/reference/sdk.md",
  "/docs/sdk-python": "docs/reference/sdk-python.md",
  "/docs/connect-package": "docs/reference/connect-package.md",
};

/** Files of the project that are served unchanged. */
const served: Readonly<Record<string, string>> = {
  "docs/reference/openapi.json": "/openapi.json",
  "docs/reference/errors.md": "/docs/errors",
  "docs/reference/api.md": "/docs/api",
};

/** Returns all these pages in the order of the files; the navigation has its own order. */
export function guidePages(): DocsPage[] {
  const guides = guideNames().map((name) => [name === "index" ? "/" : `/docs/${name}`, `docs/${name}.md`] as const);
  return [...guides, ...Object.entries(otherFiles)].flatMap(([path, file]) => {
    const text = projectText(file);
    if (text === null) return [];
    const own = describe(text, path);
    return [{ path, ...own, markdown: withSiteLinks(text, file) }];
  });
}

/**
 * Rewrites links between files in a checkout to addresses on the site. A link to a file that is not on the site becomes
 * the file's name.
 */
export function withSiteLinks(markdown: string, file: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (whole, text: string, target: string) => {
    if (/^(?:[a-z][a-z+.-]*:|[/#])/i.test(target)) return whole;
    const [place = "", anchor] = target.split("#");
    const path = pathOfFile(posix.join(posix.dirname(file), place));
    if (path === null) return text.startsWith("`") ? text : `\`${text.replaceAll("`", "")}\``;
    return `[${text}](${path}${anchor === undefined ? "" : `#${anchor}`})`;
  });
}

function pathOfFile(file: string): string | null {
  const other = Object.entries(otherFiles).find(([, name]) => name === file)?.[0];
  if (other !== undefined) return other;
  if (served[file] !== undefined) return served[file];
  const code = /^docs\/reference\/(errors|providers)\/([\w-]+)\.md$/.exec(file);
  if (code !== null) return `/docs/${code[1]}/${code[2]}`;
  const guide = /^docs\/([\w-]+)\.md$/.exec(file)?.[1];
  return guide === undefined ? null : guide === "index" ? "/" : `/docs/${guide}`;
}

/** Links in Markdown: between files in the project, between paths of the site, and to Markdown. */
import { posix } from "node:path";
import { toMarkdownPath } from "@svc/server/reference";

/** Files whose path on the site can't be derived from their own. */
const elsewhere: Readonly<Record<string, string>> = {
  "docs/index.md": "/",
  "SECURITY.md": "/docs/security",
  "CHANGELOG.md": "/docs/changelog",
  "docs/reference/openapi.json": "/openapi.json",
  "docs/reference/svc-file.schema.json": "/svc-file.schema.json",
};

/** Returns a file's path on the site; null if it isn't part of it. */
export function pathOfFile(file: string): string | null {
  const own = elsewhere[file];
  if (own !== undefined) return own;
  const name = /^docs\/(?:reference\/)?((?:api\/|contract\/|errors\/|providers\/|sdk\/)?[\w-]+)\.md$/.exec(file)?.[1];
  return name === undefined ? null : `/docs/${name}`;
}

/**
 * Rewrites links between files to site paths. A link to a file that isn't part of the site is replaced by its text.
 * @param file path of the Markdown file, from the project's root.
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

/** Rewrites links to pages as links to their Markdown. @param paths the paths of all pages. */
export function withMarkdownLinks(markdown: string, paths: ReadonlySet<string>): string {
  return markdown.replaceAll(/\]\((\/[^)#\s]*)(#[^)\s]*)?\)/g, (whole, path: string, anchor = "") =>
    paths.has(path) ? `](${toMarkdownPath(path)}${String(anchor)})` : whole,
  );
}

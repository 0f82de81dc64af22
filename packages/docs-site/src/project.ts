/** The project's files, by their path from its root. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The project's root. */
export const root: string = join(import.meta.dirname, "../../..");

/** Returns a file's text. @throws Error if there is no such file. */
export function projectText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Returns the files that are pages, in alphabetical order. */
export function pageFiles(): string[] {
  return globSync(["docs/*.md", "docs/contract/*.md", "docs/reference/**/*.md", "SECURITY.md", "CHANGELOG.md"], {
    cwd: root,
  }).toSorted();
}

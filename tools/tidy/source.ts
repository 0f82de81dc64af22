/** The project's files in the form that the house rules read, and a rule's findings. */
import { readFileSync, readdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { SourceFile } from "typescript/unstable/ast";

/** A text file of the project. */
export interface TextFile {
  /** From the project's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** One specifier that a file imports or re-exports. */
export interface Import {
  /** As written; `?` if it is computed. */
  readonly specifier: string;
  /** The imported names; `*` for everything or for a dynamic import. */
  readonly names: readonly string[];
  readonly isTypeOnly: boolean;
  readonly start: number;
}

/** A TypeScript file, parsed. */
export interface Source extends TextFile {
  readonly tree: SourceFile;
  readonly imports: readonly Import[];
}

/** A violation of a rule. */
export interface Finding {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly rule: string;
  /** What to do about it. */
  readonly remedy: string;
}

const outside = new Set(["node_modules", ".git", "dist", "data", "artefacts"]);
const textExtensions = new Set(["", ".ts", ".js", ".mjs", ".json", ".md", ".yml", ".yaml", ".sh", ".html", ".css"]);
for (const extension of [".sql", ".txt", ".http", ".service", ".svg", ".pml"]) textExtensions.add(extension);

/** Every text file below the root that belongs to the project: nothing installed, built or left by a run. */
export function projectFiles(root: string): TextFile[] {
  const files: TextFile[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      // In a Git worktree, .git is a file.
      if (outside.has(entry.name)) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      if (entry.isFile() && textExtensions.has(extname(entry.name)) && !basename(path).startsWith(".env")) {
        files.push({ path, text: readFileSync(join(root, path), "utf8") });
      }
    }
  };
  visit("");
  return files;
}

/** A rule's finding at an offset in a file. */
export function findingAt(file: TextFile, offset: number, rule: string, remedy: string): Finding {
  return { path: file.path, line: file.text.slice(0, offset).split("\n").length, rule, remedy };
}

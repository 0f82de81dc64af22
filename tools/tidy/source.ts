/** The project's files as the house rules read them: text, and for TypeScript its syntax tree. */
import { readFileSync, readdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { parseSync } from "oxc-parser";

/** A text file of the project. */
export interface TextFile {
  /** From the project's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A node of the ESTree that oxc-parser gives; offsets are into the text. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** One specifier that a file imports or re-exports. */
export interface Import {
  /** As written; `?` where it is computed. */
  readonly specifier: string;
  /** What is taken by name; `*` for all of it or for a dynamic import. */
  readonly names: readonly string[];
  readonly isTypeOnly: boolean;
  readonly start: number;
}

/** A TypeScript file, parsed. */
export interface Source extends TextFile {
  readonly program: SyntaxNode;
  readonly imports: readonly Import[];
  readonly comments: readonly { readonly type: string; readonly value: string; start: number; end: number }[];
}

/** A rule broken somewhere. */
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
for (const extension of [".sql", ".txt", ".http"]) textExtensions.add(extension);

/** Every text file below the root that is the project's own: nothing installed, built or left by a run. */
export function projectFiles(root: string): TextFile[] {
  const files: TextFile[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !outside.has(entry.name)) visit(path);
      if (entry.isFile() && textExtensions.has(extname(entry.name)) && !basename(path).startsWith(".env")) {
        files.push({ path, text: readFileSync(join(root, path), "utf8") });
      }
    }
  };
  visit("");
  return files;
}

/**
 * Parses a TypeScript file.
 * @throws Error that names the file when it does not parse.
 */
export function parse(file: TextFile): Source {
  const { program, comments, errors } = parseSync(file.path, file.text, { lang: "ts" });
  if (errors[0] !== undefined) throw new Error(`${file.path} does not parse: ${errors[0].message}`);
  const tree = program as unknown as SyntaxNode;
  return { ...file, program: tree, comments, imports: importsOf(tree) };
}

/** Calls back for each node of the tree, parents first. */
export function walk(node: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit);
    return;
  }
  if (!isNode(node)) return;
  visit(node);
  for (const field in node) if (typeof node[field] === "object") walk(node[field], visit);
}

/** Whether this is a node, and of the type when one is named. */
export function isNode(value: unknown, type?: string): value is SyntaxNode {
  if (typeof value !== "object" || value === null || !("type" in value) || !("start" in value)) return false;
  return type === undefined || value.type === type;
}

/** The name of an identifier or the text of a literal; undefined for anything else. */
export function nameOf(node: unknown): string | undefined {
  if (isNode(node, "Identifier")) return String(node["name"]);
  if (isNode(node, "Literal") && typeof node["value"] === "string") return node["value"];
  return undefined;
}

/** The finding of a rule at an offset of a file. */
export function findingAt(file: TextFile, offset: number, rule: string, remedy: string): Finding {
  return { path: file.path, line: file.text.slice(0, offset).split("\n").length, rule, remedy };
}

function importsOf(program: SyntaxNode): Import[] {
  const imports: Import[] = [];
  walk(program, (node) => {
    const isStatic = ["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration"].includes(node.type);
    if (!isStatic && node.type !== "ImportExpression" && node.type !== "TSImportType") return;
    if (isStatic && !isNode(node["source"])) return;
    const kinds = [node["importKind"], node["exportKind"]];
    const entries = Array.isArray(node["specifiers"]) ? (node["specifiers"] as SyntaxNode[]) : [];
    const eachIsType =
      entries.length > 0 && entries.every((entry) => entry["importKind"] === "type" || entry["exportKind"] === "type");
    imports.push({
      specifier: nameOf(node["source"]) ?? "?",
      names: isStatic && node.type !== "ExportAllDeclaration" ? entries.map(takenName) : ["*"],
      isTypeOnly: kinds.includes("type") || eachIsType || node.type === "TSImportType",
      start: node.start,
    });
  });
  return imports;
}

function takenName(entry: SyntaxNode): string {
  if (entry.type === "ImportSpecifier") return nameOf(entry["imported"]) ?? "*";
  if (entry.type === "ExportSpecifier") return nameOf(entry["local"]) ?? "*";
  return "*";
}

/**
 * TypeScript's own parser, through the API of the pinned compiler. Files are passed in memory, so
 * a rule reads a sample like a file, and nothing is resolved or checked.
 */
import { SyntaxKind } from "typescript/unstable/ast";
import type { Node } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/sync";
import type { Import, Source, TextFile } from "./source.ts";

const files = new Map<string, string>();
let compiler: API | undefined;
let projects = 0;

/**
 * Parses TypeScript files, together for speed.
 * @throws Error that names the first file that doesn't parse.
 */
export function parseAll(wanted: readonly TextFile[]): Source[] {
  const home = `/house-${++projects}`;
  const names = wanted.map(({ path }) => `${home}/${path}`);
  const compilerOptions = { noResolve: true, noLib: true, types: [], module: "nodenext", target: "es2024" };
  files.set(`${home}/tsconfig.json`, JSON.stringify({ compilerOptions, files: names }));
  for (const { path, text } of wanted) files.set(`${home}/${path}`, text);

  const snapshot = running().updateSnapshot({ openProjects: [`${home}/tsconfig.json`] });
  const program = snapshot.getProject(`${home}/tsconfig.json`)?.program;
  const [fault] = program?.getSyntacticDiagnostics() ?? [];
  if (fault !== undefined) throw new Error(`${fault.fileName?.slice(home.length + 1)} does not parse: ${fault.text}`);
  return wanted.map((file) => {
    const tree = program?.getSourceFile(`${home}/${file.path}`);
    if (tree === undefined) throw new Error(`${file.path} was not parsed.`);
    return { ...file, tree, imports: importsOf(tree) };
  });
}

export function parse(file: TextFile): Source {
  const [source] = parseAll([file]);
  if (source === undefined) throw new Error(`${file.path} was not parsed.`);
  return source;
}

/** Calls back for each node of the tree, parents first. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

/** The name of an identifier or the text of a string; undefined for anything else. */
export function nameOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (is.isIdentifier(node) || is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return node.text;
  return undefined;
}

function running(): API {
  if (compiler === undefined) {
    const fs = {
      readFile: (name: string) => files.get(name) ?? null,
      fileExists: (name: string) => files.has(name),
      directoryExists: (name: string) => [...files.keys()].some((file) => file.startsWith(`${name}/`)),
      getAccessibleEntries: () => ({ files: [], directories: [] }),
      realpath: (name: string) => name,
    };
    // It exits with this process, when its input closes.
    compiler = new API({ cwd: "/", fs });
  }
  return compiler;
}

function importsOf(tree: Node): Import[] {
  const imports: Import[] = [];
  walk(tree, (node) => {
    const taken = importOf(node);
    if (taken !== undefined) imports.push({ ...taken, start: node.getStart() });
  });
  return imports;
}

function importOf(node: Node): Omit<Import, "start"> | undefined {
  if (is.isImportDeclaration(node)) {
    const { importClause: clause } = node;
    const bindings = clause?.namedBindings;
    const named = bindings !== undefined && is.isNamedImports(bindings) ? bindings.elements : undefined;
    const isAll = clause?.name !== undefined || (bindings !== undefined && named === undefined);
    return {
      specifier: nameOf(node.moduleSpecifier) ?? "?",
      names: [
        ...(isAll ? ["*"] : []),
        ...(named ?? []).map(({ propertyName, name }) => nameOf(propertyName ?? name) ?? "*"),
      ],
      isTypeOnly: clause?.phaseModifier === SyntaxKind.TypeKeyword || (!isAll && areTypes(named)),
    };
  }
  if (is.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    const { exportClause: clause } = node;
    const named = clause !== undefined && is.isNamedExports(clause) ? clause.elements : undefined;
    return {
      specifier: nameOf(node.moduleSpecifier) ?? "?",
      names: named === undefined ? ["*"] : named.map(({ propertyName, name }) => nameOf(propertyName ?? name) ?? "*"),
      isTypeOnly: node.isTypeOnly || areTypes(named),
    };
  }
  if (is.isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword) {
    return { specifier: nameOf(node.arguments[0]) ?? "?", names: ["*"], isTypeOnly: false };
  }
  if (is.isImportTypeNode(node)) {
    const { argument } = node;
    const literal = is.isLiteralTypeNode(argument) ? argument.literal : undefined;
    return { specifier: nameOf(literal) ?? "?", names: ["*"], isTypeOnly: true };
  }
  return undefined;
}

function areTypes(specifiers: Iterable<{ readonly isTypeOnly: boolean }> | undefined): boolean {
  const all = [...(specifiers ?? [])];
  return all.length > 0 && all.every(({ isTypeOnly }) => isTypeOnly);
}

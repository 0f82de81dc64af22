/**
 * Every export of a package that others import, and every exported function that throws, has a docstring directly above
 * it; and no docstring only repeats the name below it, or the names of its parameters.
 */
import { SyntaxKind } from "typescript/unstable/ast";
import type { Node, Statement } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { nameOf } from "./parser.ts";
import { findingAt } from "./source.ts";
import type { Finding, Source, TextFile } from "./source.ts";

const packageCode = /^(packages|providers)\/[^/]+\/src\//;
/**
 * Published packages that are imported; the others are programs, or export one provider. The table of operations is
 * data.
 */
const importedPackage =
  /^packages\/(?:aws|connect|contract(?!\/src\/operations\/)|google|mcp-provider|provider-kit|sdk|simulator)\/src\//;

/** The exported declarations of one file that need a docstring and have none; re-exports need none. */
export function docstringFindings(source: Source): Finding[] {
  if (!packageCode.test(source.path)) return [];
  const statements = [...source.tree.statements];
  // In a file with one export, the docstring at the top of the file counts as that of the export.
  if (statements.filter(isExported).length === 1 && source.text.startsWith("/**")) return [];
  const findings: Finding[] = [];
  let previousName: string | undefined;
  let documentedEnd: number | undefined;
  for (const statement of statements) {
    const name = isExported(statement) ? declaredName(statement) : undefined;
    // Overloads, and a type next to its schema, share the first one's docstring.
    const isDocumented =
      hasDocstring(source, statement) || name === previousName || continues(source, documentedEnd, statement);
    const isNeeded = importedPackage.test(source.path) || throws(statement);
    if (isExported(statement) && isNeeded && !isDocumented) {
      const remedy = "write a docstring above it: its parameters, its result and its errors";
      findings.push(findingAt(source, statement.getStart(), `docstring: ${name ?? "export"}`, remedy));
    }
    previousName = name;
    documentedEnd = isExported(statement) && isDocumented ? statement.end : undefined;
  }
  return findings;
}

function throws(statement: Statement): boolean {
  return is.isFunctionDeclaration(statement) && /\bthrow\b/.test(statement.getText());
}

/** A docstring of one line, and the declaration or member below it. */
const label =
  /^[ \t]*\/\*\* (?<words>[^\n*`\d]{1,70}?)\.? \*\/\n[ \t]*(?:(?:export|readonly|async|static|abstract|declare|private|const|type|function\*?|class|interface|get) )*#?(?<name>\w+)(?<parameters>[(<].*)?/gm;
const fillers = new Set(
  "a an the of its this that these those one each every all to for in on at with by from is are be it or and as their returns return creates create gives whether if which what".split(
    " ",
  ),
);

/** Docstrings that contain no word but those of the name below them, of its parameters and their types, and fillers. */
export function labelFindings(file: TextFile): Finding[] {
  if (!file.path.endsWith(".ts") || file.path.includes("/generated/")) return [];
  return [...file.text.matchAll(label)].flatMap((match) => {
    const name = match.groups?.["name"] ?? "";
    const given = namesIn(match.groups?.["parameters"] ?? "");
    const named = new Set(
      [...[name, ...given].join(" ").matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map(([word]) => stem(word)),
    );
    const said = (match.groups?.["words"] ?? "").match(/[A-Za-z']+/g) ?? [];
    const telling = said.filter((word) => !fillers.has(word.toLowerCase()));
    if (telling.length === 0 || !telling.every((word) => named.has(stem(word)))) return [];
    return [
      findingAt(file, match.index, `docstring repeats the name: ${name}`, "say what the name doesn't, or delete it"),
    ];
  });
}

/** The names of parameters, and of types, on the line of a function. */
function namesIn(parameters: string): string[] {
  return parameters.replace(/"[^"]*"/g, "").match(/\b(?:\w+(?=\??:)|[A-Z]\w+)/g) ?? [];
}

/** The word without an ending, so that "endpoints" is the word of `endpoint`. */
function stem(word: string): string {
  return word
    .toLowerCase()
    .replace(/ies$/, "y")
    .replace(/(?<=...)(?:ing|ed|es|s)$/, "")
    .replace(/e$/, "");
}

/** A declaration with `export` before it; `export { … }` and `export * from` only re-export. */
function isExported(statement: Statement): boolean {
  if (is.isExportDeclaration(statement) || is.isExportAssignment(statement)) return false;
  let exported = false;
  statement.forEachChild((child) => {
    exported ||= child.kind === SyntaxKind.ExportKeyword;
  });
  return exported;
}

/** A constant on the line after a documented one belongs to the same group, which the group's docstring covers. */
function continues(source: Source, documentedEnd: number | undefined, statement: Statement): boolean {
  if (documentedEnd === undefined || !is.isVariableStatement(statement)) return false;
  return /^\n$/.test(source.text.slice(documentedEnd, statement.getStart()));
}

function declaredName(statement: Statement): string | undefined {
  if (is.isVariableStatement(statement)) return nameOf(statement.declarationList.declarations[0]?.name);
  const { name } = statement as Statement & { readonly name?: Node };
  return nameOf(name);
}

/**
 * Whether the text between the previous statement and this one ends with a docstring, or with a lint directive after
 * it.
 */
function hasDocstring(source: Source, statement: Statement): boolean {
  return /\/\*\*(?:(?!\*\/)[^])*\*\/\s*(?:\/\/[^\n]*\s*)*$/.test(
    source.text.slice(statement.pos, statement.getStart()),
  );
}

/** Every exported function and type of a package has a docstring directly above it. */
import { SyntaxKind } from "typescript/unstable/ast";
import type { Node, Statement } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { nameOf } from "./parser.ts";
import { findingAt } from "./source.ts";
import type { Finding, Source } from "./source.ts";

const packageCode = /^(packages|providers)\/[^/]+\/src\//;

/** The exported declarations of one file that no docstring precedes; re-exports need none. */
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
    if (isExported(statement) && !isDocumented) {
      const remedy = "write a docstring above it: its parameters, its result and its errors";
      findings.push(findingAt(source, statement.getStart(), `docstring: ${name ?? "export"}`, remedy));
    }
    previousName = name;
    documentedEnd = isExported(statement) && isDocumented ? statement.end : undefined;
  }
  return findings;
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

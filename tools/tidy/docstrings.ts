/** Every exported function and type of a package says what it is, right above itself. */
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
  // In a file with one export, what the file opens with says what that one is.
  if (statements.filter(isExported).length === 1 && source.text.startsWith("/**")) return [];
  const findings: Finding[] = [];
  let previousName: string | undefined;
  let documentedEnd: number | undefined;
  for (const statement of statements) {
    const name = isExported(statement) ? declaredName(statement) : undefined;
    // Overloads and a type beside its schema share the first one's docstring.
    const isDocumented =
      hasDocstring(source, statement) || name === previousName || continues(source, documentedEnd, statement);
    if (isExported(statement) && !isDocumented) {
      const remedy = "write a docstring above it: what it takes and gives, and what it throws";
      findings.push(findingAt(source, statement.getStart(), `docstring: ${name ?? "export"}`, remedy));
    }
    previousName = name;
    documentedEnd = isExported(statement) && isDocumented ? statement.end : undefined;
  }
  return findings;
}

/** A declaration with `export` before it; `export { … }` and `export * from` only pass on. */
function isExported(statement: Statement): boolean {
  if (is.isExportDeclaration(statement) || is.isExportAssignment(statement)) return false;
  let exported = false;
  statement.forEachChild((child) => {
    exported ||= child.kind === SyntaxKind.ExportKeyword;
  });
  return exported;
}

/** A constant on the line after a documented one is of the same group, and the group's docstring speaks for it. */
function continues(source: Source, documentedEnd: number | undefined, statement: Statement): boolean {
  if (documentedEnd === undefined || !is.isVariableStatement(statement)) return false;
  return /^\n$/.test(source.text.slice(documentedEnd, statement.getStart()));
}

function declaredName(statement: Statement): string | undefined {
  if (is.isVariableStatement(statement)) return nameOf(statement.declarationList.declarations[0]?.name);
  const { name } = statement as Statement & { readonly name?: Node };
  return nameOf(name);
}

/** What stands between the end of the statement before and this one ends with a docstring, or with a lint directive after it. */
function hasDocstring(source: Source, statement: Statement): boolean {
  return /\/\*\*(?:(?!\*\/)[^])*\*\/\s*(?:\/\/[^\n]*\s*)*$/.test(
    source.text.slice(statement.pos, statement.getStart()),
  );
}

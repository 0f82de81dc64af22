/** Every exported function and type of a package says what it is, right above itself. */
import { findingAt, isNode, nameOf } from "./source.ts";
import type { Finding, Source, SyntaxNode } from "./source.ts";

const packageCode = /^(packages|providers)\/[^/]+\/src\//;

/** The exported declarations of one file that no docstring precedes; re-exports need none. */
export function docstringFindings(source: Source): Finding[] {
  if (!packageCode.test(source.path)) return [];
  const findings: Finding[] = [];
  const statements = source.program["body"] as SyntaxNode[];
  const exports = statements.filter(isExportedDeclaration);
  // In a file with one export, what the file opens with says what that one is.
  if (exports.length === 1 && opensWithDocstring(source)) return [];
  let previousName: string | undefined;
  let documentedEnd: number | undefined;
  for (const statement of statements) {
    const isExport = isExportedDeclaration(statement);
    const name = isExport ? declaredName(statement["declaration"]) : undefined;
    // Overloads and a type beside its schema share the first one's docstring.
    const isDocumented =
      hasDocstring(source, statement.start) || name === previousName || continues(source, documentedEnd, statement);
    if (isExport && !isDocumented) {
      const remedy = "write a docstring above it: what it takes and gives, and what it throws";
      findings.push(findingAt(source, statement.start, `docstring: ${name ?? "export"}`, remedy));
    }
    previousName = name;
    documentedEnd = isExport && isDocumented ? statement.end : undefined;
  }
  return findings;
}

function isExportedDeclaration(statement: SyntaxNode): boolean {
  return statement.type === "ExportNamedDeclaration" && isNode(statement["declaration"]);
}

/** A constant on the line after a documented one is of the same group, and the group's docstring speaks for it. */
function continues(source: Source, documentedEnd: number | undefined, statement: SyntaxNode): boolean {
  if (documentedEnd === undefined || !isNode(statement["declaration"], "VariableDeclaration")) return false;
  return /^\n$/.test(source.text.slice(documentedEnd, statement.start));
}

function opensWithDocstring({ comments, text }: Source): boolean {
  const [first] = comments;
  return first !== undefined && first.value.startsWith("*") && text.slice(0, first.start).trim() === "";
}

function declaredName(declaration: unknown): string | undefined {
  if (!isNode(declaration)) return undefined;
  const [first] = (declaration["declarations"] as SyntaxNode[] | undefined) ?? [declaration];
  return nameOf(first?.["id"]);
}

function hasDocstring(source: Source, start: number): boolean {
  const before = source.comments.filter((comment) => comment.end <= start);
  // A lint directive may stand between the two.
  let edge = start;
  for (const comment of before.toReversed()) {
    if (source.text.slice(comment.end, edge).trim() !== "") return false;
    if (comment.type === "Block" && comment.value.startsWith("*")) return true;
    edge = comment.start;
  }
  return false;
}

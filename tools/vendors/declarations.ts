/** Finds types by name in the declaration files (`.d.ts`) of a vendor's client. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ts } from "../../judges/vendors/typescript.ts";
import { packagedFile, typesOf } from "../../judges/vendors/descriptions.ts";

export type Declared =
  ts.TypeAliasDeclaration | ts.InterfaceDeclaration | ts.ClassDeclaration | ts.EnumDeclaration | ts.VariableDeclaration;

/** A declaration, and the file that its own names are looked up in. */
export type Found = { readonly declared: Declared; readonly file: string };

type Scope = {
  readonly own: ReadonlyMap<string, Declared>;
  /** Names that come from other files: the name there, and where. */
  readonly imported: ReadonlyMap<string, { readonly name: string; readonly from: string }>;
  /** Files whose names this file passes on. */
  readonly passedOn: readonly string[];
};

const scopes = new Map<string, Scope>();

/**
 * The declaration of a name.
 * @param file a path with the package's name, or an absolute one.
 * @returns null if it isn't in the package.
 */
export function findDeclared(file: string, name: string): Found | null {
  const path = file.startsWith("/") ? file : packagedFile(file);
  const { own, imported, passedOn } = scopeOf(path);
  const declared = own.get(name);
  if (declared !== undefined) return { declared, file: path };
  const { name: there, from } = imported.get(name) ?? {};
  if (there !== undefined && from !== undefined) return findDeclared(from, there);
  for (const other of passedOn) {
    const found = findDeclared(other, name);
    if (found !== null) return found;
  }
  return null;
}

/** The names that a file declares. */
export function namesIn(file: string): readonly string[] {
  return [...scopeOf(packagedFile(file)).own.keys()];
}

function scopeOf(path: string): Scope {
  const known = scopes.get(path);
  if (known !== undefined) return known;
  const scope = read(path);
  scopes.set(path, scope);
  return scope;
}

function read(path: string): Scope {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const own = new Map<string, Declared>();
  const imported = new Map<string, { name: string; from: string }>();
  const passedOn: string[] = [];
  for (const statement of source.statements) {
    if (isDeclared(statement) && statement.name !== undefined) own.set(statement.name.text, statement);
    if (ts.isVariableStatement(statement)) {
      for (const one of statement.declarationList.declarations)
        if (ts.isIdentifier(one.name)) own.set(one.name.text, one);
    }
    const from = moduleOf(statement, path);
    if (from === null) continue;
    const names = namesOf(statement);
    if (names === null) passedOn.push(from);
    else for (const [local, name] of names) imported.set(local, { name, from });
  }
  return { own, imported, passedOn };
}

function isDeclared(node: ts.Node): node is Exclude<Declared, ts.VariableDeclaration> {
  return (
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isEnumDeclaration(node)
  );
}

/** The file of an import or export; null for a package without declarations of its own. */
function moduleOf(node: ts.Statement, path: string): string | null {
  if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return null;
  const to = node.moduleSpecifier;
  if (to === undefined || !ts.isStringLiteral(to)) return null;
  if (!to.text.startsWith(".")) return typesOf(to.text);
  const base = join(dirname(path), to.text.replace(/\.m?js$/, ""));
  const tries = [`${base}.d.ts`, `${base}.d.mts`, join(base, "index.d.ts")];
  return tries.find((one) => ts.sys.fileExists(one)) ?? null;
}

/** Local names and their names there; null if all are passed on. */
function namesOf(node: ts.Statement): (readonly [string, string])[] | null {
  const named = ts.isImportDeclaration(node)
    ? node.importClause?.namedBindings
    : ts.isExportDeclaration(node)
      ? node.exportClause
      : undefined;
  if (named === undefined) return null;
  if (!ts.isNamedImports(named) && !ts.isNamedExports(named)) return [];
  return [...named.elements].map((one) => [one.name.text, (one.propertyName ?? one.name).text] as const);
}

/** The reference of `@svc/sdk`: its README, then every export with its docstring, from the declarations that tsc emits. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "prettier";

/** One declaration of the package: its docstring without the stars, and its text without the docstring. */
type Declaration = { doc: string; code: string };

/**
 * @param root the project's folder.
 * @returns the page's Markdown.
 * @throws Error if an export has no declaration.
 */
export async function sdkPage(root: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "svc-sdk-types-"));
  try {
    const declarations = new Map<string, Declaration>();
    emitTypes(root, folder);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".d.ts"));
    for (const file of files.sort()) {
      for (const [name, declaration] of declarationsOf(readFileSync(join(folder, file), "utf8"))) {
        declarations.set(name, declaration);
      }
    }
    const readme = readFileSync(join(root, "packages/sdk/README.md"), "utf8").trimEnd();
    const names = exportedNames(readFileSync(join(folder, "index.d.ts"), "utf8"));
    const sections = await Promise.all(names.map((name) => sectionOf(name, declarations)));
    return `${[readme, "", "## Exports", "", ...sections.flat()].join("\n").trimEnd()}\n`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function emitTypes(root: string, outDir: string): void {
  const options = ["--declaration", "--emitDeclarationOnly", "--strict", "--skipLibCheck", "--types", "node"];
  const language = ["--target", "es2024", "--module", "nodenext", "--allowImportingTsExtensions"];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "--ignoreConfig", "packages/sdk/src/index.ts", "--outDir", outDir, ...language, ...options];
  // It emits files even if it finds errors; finding them is the type check's job.
  spawnSync(process.execPath, args, { cwd: root, stdio: "ignore" });
}

/** Names that the package exports, except those re-exported from the contract, in order. */
function exportedNames(index: string): string[] {
  return [...index.matchAll(/export (?:type )?\{([^}]*)\} from "\.\//g)].flatMap(([, list = ""]) =>
    list
      .split(",")
      .map((name) => name.replace(/^\s*type\s+/, "").trim())
      .filter((name) => name !== ""),
  );
}

/** The exported top-level declarations of a declaration file; in tsc's output, each begins at the start of a line. */
function declarationsOf(text: string): [string, Declaration][] {
  const pattern =
    /(?:^\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^(export (?:declare )?(?:class|type|function|const|interface) (\w+)(?:.*)(?:\n(?!export|\/\*\*|import).*)*)/gm;
  return [...text.matchAll(pattern)].map(([, doc = "", code = "", name = ""]) => [name, { doc: plain(doc), code }]);
}

function plain(doc: string): string {
  return doc
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join("\n")
    .trim()
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll(/\s*@throws (\w+)/g, "\n\nThrows `$1`")
    .replaceAll(/\s*@param ([\w.]+)/g, "\n\n`$1`:")
    .replaceAll(/\s*@returns /g, "\n\nGives ")
    .trim();
}

async function sectionOf(name: string, declarations: ReadonlyMap<string, Declaration>): Promise<string[]> {
  const own = declarations.get(name);
  if (own === undefined) throw new Error(`${name} is exported by @svc/sdk and has no declaration.`);
  // A type that is "the return type of that function" means nothing on its own.
  const maker = /^export type \w+ = ReturnType<typeof (\w+)>;/.exec(own.code)?.[1];
  const code = (maker === undefined ? undefined : declarations.get(maker)?.code) ?? own.code;
  const shown = code.replace(/^export (?:declare )?/, "").replace(/^ {4}#private;\n/m, "");
  const text = await format(shown, { parser: "typescript", printWidth: 100 });
  return [`### ${name}`, "", ...(own.doc === "" ? [] : [own.doc, ""]), "```ts", text.trimEnd(), "```", ""];
}

/** Which files can't be type-checked or linted without the packages in `judges/`, because they import them. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { judge, judges, type Judge } from "../needs/judges.ts";
import type { Need } from "../needs/need.ts";

const root = join(import.meta.dirname, "../..");
const isOutside = (path: string): boolean => /(?:^|\/)(?:node_modules|\.git|dist|artefacts)$/.test(path);

/** The files that import a module of `judges/<name>`, themselves or through others; from the project's root. */
export function filesWith(name: Judge): ReadonlySet<string> {
  importers ??= findImporters();
  const found = new Set(globSync(`judges/${name}/*.ts`, { cwd: root }));
  // A set also iterates over what is added on the way.
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return found;
}

/** The importing files of each file; read once. */
let importers: ReadonlyMap<string, readonly string[]> | undefined;

function findImporters(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync("**/*.ts", { cwd: root, exclude: isOutside })) {
    for (const imported of importsOf(file)) {
      const list = found.get(imported);
      if (list === undefined) found.set(imported, [file]);
      else list.push(file);
    }
  }
  return found;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const specifiers = [...text.matchAll(/(?:from|import|import\()\s*"(\.[^"\n]+\.ts)"/g)];
  return specifiers.map(([, specifier = ""]) => posix.join(posix.dirname(file), specifier));
}

/** Whether Node and the compiler find the packages: next to the modules that import them, or in the project. */
function isFound(name: Judge): boolean {
  const text = readFileSync(join(root, `judges/${name}/package.json`), "utf8");
  const { dependencies } = JSON.parse(text) as { dependencies: Readonly<Record<string, string>> };
  const folders = [join(root, `judges/${name}/node_modules`), join(root, "node_modules")];
  return Object.keys(dependencies).every((one) => folders.some((folder) => existsSync(join(folder, one))));
}

/** What isn't installed, and the files that have to be left out without it. */
export function leftOut(): { readonly missing: readonly Need[]; readonly files: readonly string[] } {
  const names = judges.filter((name) => !isFound(name));
  const files = new Set(names.flatMap((name) => [...filesWith(name)]));
  return { missing: names.map(judge), files: [...files].toSorted() };
}

/**
 * Says what is left out of a check.
 * @returns the files to leave out; null if none may be, because this is CI.
 */
export function filesToLeaveOut(command: string): readonly string[] | null {
  const { missing, files } = leftOut();
  if (missing.length === 0) return [];
  const names = new Intl.ListFormat("en").format(missing.map(({ name }) => name));
  const remedy = "`npm run needs -- --install` installs them.";
  if (process.env["CI"] === "true") {
    console.error(`${command} needs ${names}: ${remedy}`);
    return null;
  }
  console.log(`${command} leaves ${files.length} files out, which need ${names}. ${remedy}`);
  return files;
}

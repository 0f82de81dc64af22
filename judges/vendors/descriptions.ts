/** The vendors' descriptions of their APIs, as their packages carry them. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

type Json = Readonly<Record<string, unknown>>;

const packages = join(import.meta.dirname, "node_modules");

/** A parsed file of a package. @param path with the package's name. */
export function packagedJson(path: string): Json {
  return JSON.parse(packagedText(path)) as Json;
}

/** A file of a package as text. */
export function packagedText(path: string): string {
  return readFileSync(packagedFile(path), "utf8");
}

/** Where a file of a package is. @throws Error if the package isn't installed. */
export function packagedFile(path: string): string {
  const file = join(packages, path);
  if (!existsSync(file)) throw new Error(`judges/vendors has no ${path}.`);
  return file;
}

/** A package's name and installed version. */
export function packageVersion(name: string): string {
  const { version } = packagedJson(join(name, "package.json")) as { version: string };
  return `npm ${name} ${version}`;
}

/** The declarations of another package, by its name; null if it has none or isn't installed. */
export function typesOf(name: string): string | null {
  if (!existsSync(join(packages, name, "package.json"))) return null;
  const { types } = packagedJson(join(name, "package.json")) as { types?: unknown };
  return typeof types === "string" ? packagedFile(join(name, types)) : null;
}

/** The folder of a file. */
export const folderOf = dirname;

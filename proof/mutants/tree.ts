/** A copy of the project in which faults may be planted: the tree that was copied is never written to. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { tmpdir } from "node:os";

/** The project's root. */
export const root: string = join(import.meta.dirname, "../..");

/** What no test needs, or what is not the project's own. */
const leftOut: ReadonlySet<string> = new Set(["node_modules", ".git", "artefacts", "data", "dist"]);

/** A copy, and its end. */
export interface Tree {
  readonly folder: string;
  remove(): void;
}

/**
 * Copies the project. Its installed packages are shared by links; its own packages link to the copy's folders, as they do
 * in the project, for otherwise the tests would run the code that was copied from.
 */
export function copyProject(): Tree {
  const folder = mkdtempSync(join(tmpdir(), "svc-mutants-"));
  for (const name of readdirSync(root).filter((one) => !leftOut.has(one))) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (source) => !leftOut.has(basename(source)),
    });
  }
  const from = join(root, "node_modules");
  const to = join(folder, "node_modules");
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === "@svc") linkAgain(join(from, name), join(to, name));
    else if (name === ".bin") cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith(".")) symlinkSync(join(from, name), join(to, name));
  }
  // What npm installed for one package alone.
  for (const name of readdirSync(join(root, "packages"))) {
    const own = join("packages", name, "node_modules");
    if (existsSync(join(root, own))) symlinkSync(join(root, own), join(folder, own));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The same links with the same targets, which are relative and so lead into the copy. */
function linkAgain(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const target = readlinkSync(join(from, name));
    if (existsSync(join(to, target))) symlinkSync(target, join(to, name));
  }
}

/** A copy of the project for mutants; the original is never written to. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { tmpdir } from "node:os";
import { judges } from "../../tools/needs/judges.ts";

/** The project's root. */
export const root: string = join(import.meta.dirname, "../..");

/** Folders that tests don't need, or that aren't the project's own. */
const leftOut: ReadonlySet<string> = new Set(["node_modules", ".git", "artefacts", "data", "dist"]);

/** A copy, and how to remove it. */
export interface Tree {
  readonly folder: string;
  remove(): void;
}

/**
 * Copies the project. Links share the installed packages; the project's own packages link to the copy's folders,
 * because otherwise the tests would run the original code.
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
  // Packages that npm installed for only one workspace, such as a simulator's.
  const workspaces = ["packages", "providers", "examples"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(parent, name)),
  );
  for (const workspace of ["conformance", ...workspaces, ...judges.map((name) => join("judges", name))]) {
    const own = join(workspace, "node_modules");
    if (existsSync(join(root, own))) symlinkSync(join(root, own), join(folder, own));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Copies links; their targets are relative, so they point into the copy. */
function linkAgain(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const target = readlinkSync(join(from, name));
    if (existsSync(join(to, target))) symlinkSync(target, join(to, name));
  }
}

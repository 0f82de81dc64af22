/** `npm run types`: checks the types of every file whose packages are installed. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesToLeaveOut } from "./judged-files.ts";

const root = join(import.meta.dirname, "../..");

function main(): number {
  const files = filesToLeaveOut("npm run types");
  if (files === null) return 1;
  const config = files.length === 0 ? "tsconfig.json" : configWithout(files);
  const tsc = join(root, "node_modules/.bin/tsc");
  return spawnSync(tsc, ["-p", config], { cwd: root, stdio: "inherit" }).status ?? 1;
}

/** Writes a configuration that leaves files out. @returns its path. */
function configWithout(files: readonly string[]): string {
  const { include } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")) as { include: readonly string[] };
  const folder = join(root, "node_modules/.cache");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "types-without-judges.json");
  const fromHere = (pattern: string): string => `../../${pattern}`;
  const exclude = ["**/node_modules", ...files].map(fromHere);
  writeFileSync(path, JSON.stringify({ extends: "../../tsconfig.json", include: include.map(fromHere), exclude }));
  return path;
}

process.exitCode = main();

/** Compiles small programs that use the SDK, as a project that installed it would. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../../..");

/**
 * Type checks files together.
 * @param files texts by file name.
 * @returns the compiler's messages for each file, one line per error with its details, without those from inside the packages.
 */
export function compile(files: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "svc-sdk-compile-"));
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const options = ["--ignoreConfig", "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck"];
    const language = ["--target", "es2024", "--lib", "es2024,dom", "--module", "nodenext", "--types", "node"];
    const tsc = [
      join(root, "node_modules/typescript/bin/tsc"),
      "--allowImportingTsExtensions",
      ...options,
      ...language,
    ];
    const { stdout, stderr } = spawnSync(process.execPath, [...tsc, ...Object.keys(files)], {
      cwd: folder,
      encoding: "utf8",
    });
    // The lines below a message that are indented belong to it.
    const messages = `${stdout}${stderr}`.replaceAll(/\n +/g, " ").split("\n");
    return new Map(Object.keys(files).map((name) => [name, messages.filter((line) => line.startsWith(`${name}(`))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

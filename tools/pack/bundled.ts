/** The server's bundle, for code that builds one. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { published } from "../release/names.ts";

/** The package whose program is bundled with everything that it imports. */
export const bundled: string = published.npm.server;

/** Packages that the server reads as files, and therefore installs: pages and scripts for browsers. */
export const readAsFiles: readonly string[] = [published.npm.connect, `${published.npmScope}/connect-ui`];

/** The notices for bundled code, next to the programs. */
export const noticesFile = "THIRD_PARTY_NOTICES.txt";

/**
 * Writes the bundle, the files that it reads next to itself, and the notices for everything in it.
 * @param out a folder, laid out like `src`.
 * @throws Error with esbuild's output.
 */
export function bundleServer(out: string): void {
  const { status, stderr, error } = spawnSync(process.execPath, [join(import.meta.dirname, "bundle.ts"), out], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`esbuild could not bundle the server:\n${error?.message ?? ""}${stderr}`);
}

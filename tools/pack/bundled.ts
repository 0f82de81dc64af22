/** The server's bundle, for code that builds one. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** The package whose program is bundled with all that it imports. */
export const bundled = "@svc/server";

/** What the server reads as files, and so installs as packages: pages and scripts that browsers get. */
export const readAsFiles: readonly string[] = ["@svc/connect", "@svc/connect-ui"];

/** The notices of what is bundled, beside the programs. */
export const noticesFile = "THIRD_PARTY_NOTICES.txt";

/**
 * Writes the bundle, the files that it reads beside itself, and the notices of everything in it.
 * @param out a folder, laid out like `src`.
 * @throws Error with esbuild's own words.
 */
export function bundleServer(out: string): void {
  const { status, stderr, error } = spawnSync(process.execPath, [join(import.meta.dirname, "bundle.ts"), out], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`esbuild could not bundle the server:\n${error?.message ?? ""}${stderr}`);
}

/** The documentation's files, as `packages/docs-site` built them. */
import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { PageEntry } from "./page.ts";

/** The result of the build: its folder, the policy of every page, and the pages in reading order. */
export type BuiltSite = { folder: string; contentSecurityPolicy: string; pages: readonly PageEntry[] };

/** An installed package contains the site. The path works from `dist` and from `src`. */
const packed = fileURLToPath(new URL("../../../site", import.meta.url));

/** In a checkout, this program builds the site unless it is already built, and prints its folder. */
const builder = join(fileURLToPath(new URL("../../../../docs-site/", import.meta.url)), "src/main.ts");

/** Returns the built site. In a checkout, the first call takes as long as the build. @throws Error if it fails. */
export async function builtSite(): Promise<BuiltSite> {
  const folder = existsSync(packed) ? packed : await build();
  const site = JSON.parse(readFileSync(join(folder, "site.json"), "utf8")) as Omit<BuiltSite, "folder">;
  return { folder, ...site };
}

async function build(): Promise<string> {
  if (!existsSync(builder)) throw new Error("The documentation's files are missing: the installation is incomplete.");
  const { stdout } = await promisify(execFile)(process.execPath, [builder]);
  return stdout.trim();
}

/** Returns the site's files by their names in the folder, without the list of pages. */
export function fileNames({ folder }: BuiltSite): string[] {
  return globSync("**/*.*", { cwd: folder }).filter((name) => name !== "site.json");
}

/** The documentation's files, as `packages/docs-site` built them. */
import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { PageEntry } from "./pages.ts";

/** The folder with the built files, and the policy of every page. */
export type BuiltSite = { folder: string; contentSecurityPolicy: string };

/** The build's facts about the site. */
type SiteFacts = { contentSecurityPolicy: string; pages: readonly PageEntry[] };

/** An installed package contains the site. The path works from `dist` and from `src`. */
const packed = fileURLToPath(new URL("../../../site", import.meta.url));

/** In a checkout, this program builds the site unless it is built already, and prints where it is. */
const builder = join(fileURLToPath(new URL("../../../../docs-site/", import.meta.url)), "src/main.ts");

/** Returns the built site. In a checkout, the first call takes as long as the build. @throws Error if it fails. */
export async function builtSite(): Promise<BuiltSite> {
  const folder = existsSync(packed) ? packed : (await runBuilder()).trim();
  return { folder, contentSecurityPolicy: readFacts(folder).contentSecurityPolicy };
}

/** Returns the pages in reading order. They are known without the build. @throws Error if they can't be read. */
export async function sitePages(): Promise<readonly PageEntry[]> {
  if (existsSync(packed)) return readFacts(packed).pages;
  return JSON.parse(await runBuilder("--pages")) as readonly PageEntry[];
}

function readFacts(folder: string): SiteFacts {
  return JSON.parse(readFileSync(join(folder, "site.json"), "utf8")) as SiteFacts;
}

async function runBuilder(...options: readonly string[]): Promise<string> {
  if (!existsSync(builder)) throw new Error("The documentation's files are missing: the installation is incomplete.");
  return (await promisify(execFile)(process.execPath, [builder, ...options])).stdout;
}

/** Returns the site's files by their names in the folder, without the list of pages. */
export function fileNames({ folder }: BuiltSite): string[] {
  return globSync("**/*.*", { cwd: folder }).filter((name) => name !== "site.json");
}

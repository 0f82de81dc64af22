/** The packages in `judges/`: programs and libraries that judge our work, each with its own lock file. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInstaller } from "./installer.ts";
import type { OwnNeed } from "./need.ts";

const root = join(import.meta.dirname, "../..");

/** The name of a folder in `judges/`. */
export type Judge = "vendors" | "pages" | "checks" | "registry" | "languages" | "mcp";

/** Every one of them. */
export const judges: readonly Judge[] = ["vendors", "pages", "checks", "registry", "languages", "mcp"];

/** The packages of one folder. */
export function judge(name: Judge): OwnNeed {
  const folder = join(root, "judges", name);
  const wanted = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  // Written last, so that it tells a complete installation of this lock file from any other.
  const mark = join(folder, "node_modules/.installed-lock");
  return {
    name: `the packages of judges/${name}`,
    isThere: () => existsSync(mark) && readFileSync(mark, "utf8") === wanted,
    by: "npm",
    after: [],
    async install() {
      // The settings of the project's `.npmrc`, which npm doesn't read for another folder.
      const flags = ["--prefix", folder, "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error"];
      const isDone = await runInstaller("npm", ["ci", ...flags], { cwd: root });
      if (!isDone) throw new Error(`The packages of judges/${name} weren't installed.`);
      writeFileSync(mark, wanted);
    },
  };
}

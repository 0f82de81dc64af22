/** The packages in `judges/`: programs and libraries that judge our work, each with its own lock file. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Need } from "./need.ts";

const root = join(import.meta.dirname, "../..");

/** The name of a folder in `judges/`. */
export type Judge = "vendors" | "pages" | "checks" | "registry" | "languages" | "mcp";

/** Every one of them. */
export const judges: readonly Judge[] = ["vendors", "pages", "checks", "registry", "languages", "mcp"];

/** The packages of one folder. */
export function judge(name: Judge): Need {
  const folder = join(root, "judges", name);
  const wanted = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  // Written last, so that it tells a complete installation of this lock file from any other.
  const mark = join(folder, "node_modules/.installed-lock");
  return {
    name: `the packages of judges/${name}`,
    isThere: () => existsSync(mark) && readFileSync(mark, "utf8") === wanted,
    install() {
      // The settings of the project's `.npmrc`, which npm doesn't read for another folder.
      const flags = ["--prefix", folder, "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error"];
      const { status } = spawnSync("npm", ["ci", ...flags], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
      if (status !== 0) throw new Error(`The packages of judges/${name} weren't installed.`);
      writeFileSync(mark, wanted);
    },
  };
}

/** Where the documentation's own texts are: the project's `docs` folder, beside the changelog and the security page. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** In an installed package they stand in the package itself, in a checkout at the project's root. */
const places = ["../..", "../../../.."].map((place) => fileURLToPath(new URL(place, import.meta.url)));

/** Where `docs` and the texts beside it are. @throws Error where the installation is not whole. */
export function docsHome(): string {
  const home = places.find((place) => existsSync(join(place, "docs", "index.md")));
  if (home === undefined) throw new Error("The documentation's folder is missing: the installation is not whole.");
  return home;
}

/** A text of the project by its path from the root; null where there is none. */
export function projectText(path: string): string | null {
  const file = join(docsHome(), path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** Names of the guides in `docs`, without their ending. */
export function guideNames(): string[] {
  return readdirSync(join(docsHome(), "docs"), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => entry.name.slice(0, -".md".length))
    .sort();
}

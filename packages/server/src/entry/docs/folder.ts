/**
 * The location of the documentation's texts: the project's `docs` folder, next to the changelog and the security page.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** In an installed package they are in the package itself, in a checkout at the project's root. */
const places = ["../../..", "../../../../.."].map((place) => fileURLToPath(new URL(place, import.meta.url)));

/**
 * Returns the folder that contains `docs` and the texts next to it. @throws Error if the installation is incomplete.
 */
export function docsHome(): string {
  const home = places.find((place) => existsSync(join(place, "docs", "index.md")));
  if (home === undefined) throw new Error("The documentation's folder is missing: the installation is incomplete.");
  return home;
}

/** Returns a text of the project by its path from the root; null if there is none. */
export function projectText(path: string): string | null {
  const file = join(docsHome(), path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** Returns the names of the guides in `docs`, without extension. */
export function guideNames(): string[] {
  return readdirSync(join(docsHome(), "docs"), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => entry.name.slice(0, -".md".length))
    .sort();
}

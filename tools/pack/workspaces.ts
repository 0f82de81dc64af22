/** The published packages: every workspace in `packages` and `providers` that isn't private. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The project's root. */
export const root: string = join(import.meta.dirname, "../..");

/** A `package.json`, as far as it is used here. */
export type Manifest = {
  name: string;
  version: string;
  description: string;
  license: string;
  type: string;
  private?: boolean;
  exports?: Record<string, string>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
};

/** One package: its folder from the root, such as `packages/sdk`, and its manifest in the work tree. */
export type Workspace = { folder: string; manifest: Manifest };

/** Every published package, by folder. */
export function publishedWorkspaces(): Workspace[] {
  return globSync("{packages,providers}/*/package.json", { cwd: root })
    .sort()
    .map((path) => ({
      folder: path.slice(0, -"/package.json".length),
      manifest: JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest,
    }))
    .filter(({ manifest }) => manifest.private !== true);
}

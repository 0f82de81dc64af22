/**
 * `npm run new:provider -- <slug>`: makes a provider that works, in `providers/<slug>`, and registers it. What it makes
 * is a start: docs/new-provider.md says what to change, in which order.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { namesOf } from "./names.ts";
import { providerFiles } from "./provider-files.ts";
import { withDependency, withProvider } from "./registration.ts";

const root = join(import.meta.dirname, "../..");
const [slug = "", ...more] = process.argv.slice(2);

try {
  if (slug === "" || more.length > 0) throw new RangeError("Give one slug: npm run new:provider -- big-box");
  create();
} catch (error) {
  console.error(error instanceof Error ? error.message : "It failed.");
  process.exitCode = 2;
}

function create(): void {
  const names = namesOf(slug);
  const folder = `providers/${slug}`;
  if (existsSync(join(root, folder))) throw new RangeError(`${folder} is there already.`);
  const sibling = JSON.parse(readFileSync(join(root, "providers/doppler/package.json"), "utf8")) as {
    version: string;
    dependencies: Record<string, string>;
  };
  const listPath = "packages/server/src/app/providers.ts";
  const manifestPath = "packages/server/package.json";
  // All texts first: nothing is written where one of them cannot be made.
  const files = new Map([
    ...providerFiles(names, sibling.version, sibling.dependencies),
    [listPath, withProvider(readFileSync(join(root, listPath), "utf8"), names)],
    [manifestPath, withDependency(readFileSync(join(root, manifestPath), "utf8"), names, sibling.version)],
  ]);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
  console.log(`\nNow: npm install && npm test -- ${folder}. Then docs/new-provider.md, from step 2.`);
}

/**
 * A provider in the project: its package, its line in the server's list, and its place among the server's dependencies.
 */
import type { ProviderNames } from "./names.ts";

/**
 * The server's list of providers (`packages/server/src/app/providers.ts`) with the new one.
 * @throws Error if the list has a different form than when this was written.
 */
export function withProvider(list: string, { slug, value }: ProviderNames): string {
  const lastImport = list.lastIndexOf('from "@svc/provider-');
  const afterImport = list.indexOf("\n", list.indexOf('from "@svc/provider-')) + 1;
  const end = list.lastIndexOf("\n];\n");
  if (lastImport < 0 || end < 0)
    throw new Error("packages/server/src/app/providers.ts has no list to add a provider to.");
  if (list.includes(`"@svc/provider-${slug}"`)) throw new Error(`${slug} is already registered.`);
  const entry = `  boxed(${value}, () => import("@svc/provider-${slug}/simulator")),`;
  const imported = `import { ${value} } from "@svc/provider-${slug}";\n`;
  return `${list.slice(0, afterImport)}${imported}${list.slice(afterImport, end)}\n${entry}${list.slice(end)}`;
}

/** The server's `package.json` with the new package among its dependencies, in order. */
export function withDependency(manifestText: string, { slug }: ProviderNames, version: string): string {
  const manifest = JSON.parse(manifestText) as { dependencies: Record<string, string> };
  const dependencies = { ...manifest.dependencies, [`@svc/provider-${slug}`]: version };
  const sorted = Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ ...manifest, dependencies: sorted }, null, 2)}\n`;
}

/** The provider's own `package.json`, with its siblings' version and dependencies. */
export function manifestText(
  { slug, title }: ProviderNames,
  { version, dependencies }: { version: string; dependencies: Readonly<Record<string, string>> },
): string {
  const manifest = {
    name: `@svc/provider-${slug}`,
    version,
    description: `The ${title} provider: typed actions over its API, and a simulator of that API.`,
    license: "Apache-2.0",
    type: "module",
    exports: { ".": "./src/index.ts", "./simulator": "./simulator/index.ts" },
    dependencies,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

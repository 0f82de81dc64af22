/** Where a provider is registered: its line in the server's list, and its package among the server's dependencies. */
import type { ProviderNames } from "./names.ts";

/**
 * The server's list of providers (`packages/server/src/app/providers.ts`) with the new one.
 * @throws Error where the list has another form than it had when this was written.
 */
export function withProvider(list: string, { slug, value, type }: ProviderNames): string {
  const lastImport = list.lastIndexOf('from "@svc/provider-');
  const afterImport = list.indexOf("\n", list.indexOf('from "@svc/provider-')) + 1;
  const end = list.lastIndexOf("\n];\n");
  if (lastImport < 0 || end < 0)
    throw new Error("packages/server/src/app/providers.ts has no list to put a provider in.");
  if (list.includes(`"@svc/provider-${slug}"`)) throw new Error(`${slug} is registered already.`);
  const simulator = `(await import("@svc/provider-${slug}/simulator"))`;
  const entry = [
    "  {",
    `    provider: ${value},`,
    `    startSimulator: async () => ${simulator}.start${type}Simulator(),`,
    `    sandboxCredentials: async () => ${simulator}.tokens,`,
    "  },",
  ].join("\n");
  const imported = `import { ${value} } from "@svc/provider-${slug}";\n`;
  return `${list.slice(0, afterImport)}${imported}${list.slice(afterImport, end)}\n${entry}${list.slice(end)}`;
}

/** The server's `package.json` with the new package among its dependencies, in their order. */
export function withDependency(manifestText: string, { slug }: ProviderNames, version: string): string {
  const manifest = JSON.parse(manifestText) as { dependencies: Record<string, string> };
  const dependencies = { ...manifest.dependencies, [`@svc/provider-${slug}`]: version };
  const sorted = Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ ...manifest, dependencies: sorted }, null, 2)}\n`;
}

/** The files of a new provider, made from the template: a provider that works, with a read, a write and a simulator. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { namesOf, type ProviderNames } from "./names.ts";
import type { DescribedFiles } from "./openapi/files.ts";

const template = join(import.meta.dirname, "template");
const templateNames = namesOf("acme-notes");

/**
 * Every file of the provider.
 * @param version of the project's packages.
 * @param dependencies of every provider, by name.
 * @param described files from an API's description, which take the place of the template's own.
 * @returns texts by their path from the project's root.
 */
export function providerFiles(
  names: ProviderNames,
  version: string,
  dependencies: Readonly<Record<string, string>>,
  described: DescribedFiles = { files: new Map(), isReplaced: () => false },
): Map<string, string> {
  const folder = `providers/${names.slug}`;
  const files = globSync("**/*.{ts,md}", { cwd: template })
    .filter((path) => !described.isReplaced(path))
    .sort();
  const copied = files.map((path): [string, string] => {
    const text = readFileSync(join(template, path), "utf8");
    return [`${folder}/${path}`, renamed(text, names).replaceAll("../../../../packages/", "../../../packages/")];
  });
  const manifest = {
    name: `@svc/provider-${names.slug}`,
    version,
    description: `The ${names.title} provider: typed actions over its API, and a simulator of that API.`,
    license: "Apache-2.0",
    type: "module",
    exports: { ".": "./src/index.ts", "./simulator": "./simulator/index.ts" },
    dependencies,
  };
  const made = [...described.files].map(([path, text]): [string, string] => [`${folder}/${path}`, text]);
  return new Map([...copied, ...made, [`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`]]);
}

function renamed(text: string, names: ProviderNames): string {
  const forms = ["slug", "value", "type", "title"] as const;
  return forms.reduce((done, form) => done.replaceAll(templateNames[form], names[form]), text);
}

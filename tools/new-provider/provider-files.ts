/** The files of a new provider, from the templates: a working provider, with a read, a write and a simulator. */
import { posix } from "node:path";
import { namesOf, type ProviderNames } from "./names.ts";
import type { DescribedFiles } from "./openapi/files.ts";
import type { Templates } from "./templates.ts";

/** How end users connect: with a credential that they paste, or on the provider's consent page. */
export type AuthChoice = "static" | "oauth";

const templateNames = namesOf("acme-notes");

/** The folder of the complete provider, and that of the files that OAuth replaces. */
const folders = { static: "template", oauth: "template-oauth" } as const;

/** The inputs for a provider. */
export type ProviderWish = {
  names: ProviderNames;
  auth: AuthChoice;
  /** Files from an API's description, which replace the template's own. */
  described?: DescribedFiles | undefined;
};

/** Every file of the provider's code, by path in the provider's folder. */
export function providerFiles({ names, auth, described }: ProviderWish, { files }: Templates): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const folder of auth === "oauth" ? [folders.static, folders.oauth] : [folders.static]) {
    for (const [path, text] of Object.entries(files)) {
      if (path.startsWith(`${folder}/`)) chosen.set(path.slice(folder.length + 1), withOwnImports(path, text));
    }
  }
  const kept = [...chosen].filter(([path]) => described?.isReplaced(path) !== true);
  return new Map([
    ...kept.map(([path, text]): [string, string] => [path, renamed(text, names)]),
    ...(described?.files ?? []),
  ]);
}

/** In the project, a file for OAuth imports shared code from the other template's folder. */
function withOwnImports(path: string, text: string): string {
  const folder = posix.dirname(path);
  return text.replaceAll(/from "(\.[^"]+)"/g, (whole, specifier: string) => {
    const target = posix.join(folder, specifier);
    if (!folder.startsWith(folders.oauth) || !target.startsWith(`${folders.static}/`)) return whole;
    const place = posix.relative(folder, `${folders.oauth}/${target.slice(folders.static.length + 1)}`);
    return `from "${place.startsWith(".") ? place : `./${place}`}"`;
  });
}

function renamed(text: string, names: ProviderNames): string {
  const forms = ["slug", "value", "type", "title", "variable"] as const;
  return forms.reduce((done, form) => done.replaceAll(templateNames[form], names[form]), text);
}

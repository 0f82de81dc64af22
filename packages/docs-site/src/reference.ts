/** The files in `docs/reference` that are generated from the code, for the generator and its check. */
import { buildAdminOpenApi, buildOpenApi } from "@svc/contract";
import type { Provider } from "@svc/provider-kit";
import { DesiredState, llmsText, registeredProviders, version } from "@svc/server/reference";
import { apiPages } from "./api-page.ts";
import { errorPages } from "./error-pages.ts";
import { evidenceTable } from "./evidence-table.ts";
import { withTable } from "./generated-table.ts";
import { allPages } from "./pages.ts";
import { providerPages } from "./provider-pages.ts";
import { secretsManagersTable } from "./secrets-managers-table.ts";

const providers = registeredProviders.map(({ provider }) => provider);

/** Pages that are handwritten except for a table, by file: the table's name, and the table in Markdown. */
const tables = new Map([
  ["docs/lost-responses.md", { name: "evidence", table: evidenceTable(providers) }],
  ["docs/secrets-managers.md", { name: "secrets managers", table: secretsManagersTable(providers) }],
]);

/** The pages that have a generated table, by path from the project's root. */
export const pagesWithTable: readonly string[] = [...tables.keys()];

/** Returns such a page's text with its table. @throws Error if it has no slot for it. */
export function withGeneratedTable(file: string, text: string): string {
  const place = tables.get(file);
  if (place === undefined) throw new Error(`${file} has no generated table.`);
  return withTable(text, place.name, place.table);
}

/**
 * Returns every generated file of `docs/reference` by path from the project's root.
 * @param docsUrl the origin in the files, which a server replaces with its own.
 * @param texts pages that are generated elsewhere, by file.
 * @param factsOf returns what a provider's page says about it besides what the provider declares, one line each.
 */
export function referenceFiles(
  docsUrl: string,
  texts: ReadonlyMap<string, string>,
  factsOf: (provider: Provider) => readonly string[],
): ReadonlyMap<string, string> {
  const made = new Map([...apiPages(), ...errorPages(), ...providerPages(providers, factsOf)]);
  const pages = [...made].map(([name, text]) => [`docs/reference/${name}`, `${text.trimEnd()}\n`] as const);
  const openApi = buildOpenApi({ serverUrl: docsUrl, docsUrl, version });
  const adminOpenApi = buildAdminOpenApi({ serverUrl: docsUrl, docsUrl, version });
  const generated = new Map([...texts, ...pages]);
  return new Map([
    ...generated,
    ["docs/reference/openapi.json", `${JSON.stringify(openApi, null, 2)}\n`],
    ["docs/reference/admin-openapi.json", `${JSON.stringify(adminOpenApi, null, 2)}\n`],
    ["docs/reference/svc-file.schema.json", `${JSON.stringify(DesiredState, null, 2)}\n`],
    ["docs/reference/llms.txt", llmsText(allPages(generated), providers, { docsUrl, apiUrl: docsUrl })],
  ]);
}

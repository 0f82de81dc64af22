/** The files in `docs/reference` that are generated from the code, for the generator and its check. */
import { buildOpenApi } from "@svc/contract";
import { llmsText, registeredProviders, version } from "@svc/server/reference";
import { apiPages } from "./api-page.ts";
import { errorPages } from "./error-pages.ts";
import { withEvidenceTable } from "./evidence-table.ts";
import { allPages } from "./pages.ts";
import { providerPages } from "./provider-pages.ts";

/**
 * Returns every generated file of `docs/reference` by its path from the project's root.
 * @param docsUrl the origin in the files, which a server replaces with its own.
 * @param texts pages that are generated elsewhere, by file.
 */
export function referenceFiles(docsUrl: string, texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const providers = registeredProviders.map(({ provider }) => provider);
  const made = new Map([...apiPages(), ...errorPages(), ...providerPages(providers)]);
  const pages = [...made].map(([name, text]) => [`docs/reference/${name}`, `${text.trimEnd()}\n`] as const);
  const openApi = buildOpenApi({ serverUrl: docsUrl, docsUrl, version });
  const generated = new Map([...texts, ...pages]);
  return new Map([
    ...generated,
    ["docs/reference/openapi.json", `${JSON.stringify(openApi, null, 2)}\n`],
    ["docs/reference/llms.txt", llmsText(allPages(generated), providers, { docsUrl, apiUrl: docsUrl })],
  ]);
}

/** Returns a page's text with the table of every action's evidence in its place. @throws Error if it has no place for it. */
export function withActionEvidence(text: string): string {
  return withEvidenceTable(
    text,
    registeredProviders.map(({ provider }) => provider),
  );
}

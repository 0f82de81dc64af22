/** What follows from the code and is kept in `docs/reference`, for the generator and its check. */
import { buildOpenApi, type Action } from "@svc/contract";
import { presentAction } from "../domain/catalog/present.ts";
import { apiPage } from "../entry/docs/api-page.ts";
import { errorPages } from "../entry/docs/error-pages.ts";
import { llmsText } from "../entry/docs/llms.ts";
import { allPages } from "../entry/docs/pages.ts";
import { providerPages } from "../entry/docs/provider-pages.ts";
import { registeredProviders } from "./providers.ts";
import { version } from "./version.ts";

/**
 * Every generated file.
 * @param docsUrl the origin that the files name; a server puts its own in its place.
 * @returns texts by their path within `docs/reference`.
 */
export function referenceFiles(docsUrl: string): ReadonlyMap<string, string> {
  const providers = registeredProviders.map(({ provider }) => provider);
  const openApi = buildOpenApi({ serverUrl: docsUrl, docsUrl, version });
  const pages = [apiPage(), ...errorPages(), ...providerPages(providers)].map((page) => {
    return [`${page.path.replace("/docs/", "")}.md`, `${page.markdown.trimEnd()}\n`] as const;
  });
  return new Map([
    ["openapi.json", `${JSON.stringify(openApi, null, 2)}\n`],
    ["llms.txt", llmsText(allPages(providers), providers, { docsUrl, apiUrl: docsUrl })],
    ...pages,
  ]);
}

/** Every action of the code in the contract's form, for the types of the SDK. */
export function codedActions(): Action[] {
  return registeredProviders.flatMap(({ provider }) =>
    provider.actions.map((action) => presentAction(provider.slug, action)),
  );
}

/** `svc actions search`: searches the actions that the tenant can use, or the public catalog if no tenant is set. */
import type { Context } from "../../context.ts";
import { dropUndefined, pageQuery, type PageFlags } from "../paging.ts";
import { notePublicCatalog } from "../public-catalog.ts";

/** Prints the matches, best first. */
export async function run(
  context: Context,
  words: readonly string[],
  { provider, limit }: Pick<PageFlags, "limit"> & { provider?: string },
): Promise<void> {
  const query = words.join(" ");
  const options = { ...dropUndefined({ provider }), ...pageQuery(dropUndefined({ limit })) };
  const actions = context.hasTenant
    ? await (await context.tenant()).actions.search(query, options)
    : await context.catalog().searchActions(query, options);
  if (!context.hasTenant) notePublicCatalog(context);
  context.showRows({ actions }, actions, [
    { heading: "ACTION", cell: (row) => row.id },
    { heading: "PROVIDER", cell: (row) => row.provider },
    { heading: "EFFECT", cell: (row) => row.effect },
    { heading: "TITLE", cell: (row) => row.title },
  ]);
}

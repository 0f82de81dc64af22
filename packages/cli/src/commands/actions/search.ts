/** `svc actions search`: the tenant's effective actions, or the public catalog where there is no tenant. */
import type { Context } from "../../context.ts";
import { given, pageOf, type PageFlags } from "../paging.ts";
import { saysPublic } from "../public-catalog.ts";

/** Shows what fits the words, best first. */
export async function run(
  context: Context,
  words: readonly string[],
  { provider, limit }: Pick<PageFlags, "limit"> & { provider?: string },
): Promise<void> {
  const query = words.join(" ");
  const options = { ...given({ provider }), ...pageOf(given({ limit })) };
  const actions = context.hasTenant
    ? await context.tenant().actions.search(query, options)
    : await context.catalog().searchActions(query, options);
  if (!context.hasTenant) saysPublic(context);
  context.showRows({ actions }, actions, [
    { heading: "ACTION", cell: (row) => row.id },
    { heading: "PROVIDER", cell: (row) => row.provider },
    { heading: "EFFECT", cell: (row) => row.effect },
    { heading: "TITLE", cell: (row) => row.title },
  ]);
}

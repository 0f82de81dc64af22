/** `svc providers list`: the providers that the tenant can use, or the public catalog if no tenant is set. */
import type { Context } from "../../context.ts";
import { notePublicCatalog } from "../public-catalog.ts";

/** Lists providers. */
export async function run(context: Context): Promise<void> {
  const providers = context.hasTenant
    ? await (await context.tenant()).providers.list()
    : await context.catalog().providers();
  if (!context.hasTenant) notePublicCatalog(context);
  context.showRows({ providers }, providers, [
    { heading: "SLUG", cell: (row) => row.slug },
    { heading: "NAME", cell: (row) => row.name },
    { heading: "AUTH", cell: (row) => row.authKinds.join(", ") },
    { heading: "DESCRIPTION", cell: (row) => row.description },
  ]);
}

/** `svc providers list`: the tenant's effective listing, or the public catalog where there is no tenant. */
import type { Context } from "../../context.ts";
import { saysPublic } from "../public-catalog.ts";

/** Lists providers. */
export async function run(context: Context): Promise<void> {
  const providers = context.hasTenant ? await context.tenant().providers.list() : await context.catalog().providers();
  if (!context.hasTenant) saysPublic(context);
  context.showRows({ providers }, providers, [
    { heading: "SLUG", cell: (row) => row.slug },
    { heading: "NAME", cell: (row) => row.name },
    { heading: "AUTH", cell: (row) => row.authKinds.join(", ") },
    { heading: "DESCRIPTION", cell: (row) => row.description },
  ]);
}

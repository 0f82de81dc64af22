/** `svc tenants list`. */
import type { Context } from "../../context.ts";
import { dropUndefined, pageQuery, type PageFlags } from "../paging.ts";

/** Lists tenants. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: PageFlags & { externalId?: string; label?: string },
): Promise<void> {
  const { externalId, label } = flags;
  const page = await context.client().tenants.list({ ...dropUndefined({ externalId, label }), ...pageQuery(flags) });
  context.showRows({ tenants: page.items, nextCursor: page.nextCursor }, page.items, [
    { heading: "TENANT", cell: (row) => row.id },
    { heading: "EXTERNAL ID", cell: (row) => row.externalId },
    { heading: "NAME", cell: (row) => row.displayName },
    { heading: "LABEL", cell: (row) => row.label ?? "" },
    { heading: "CREATED", cell: (row) => row.createdAt },
  ]);
  if (page.nextCursor !== null) context.say(`More: --cursor ${page.nextCursor}`);
}

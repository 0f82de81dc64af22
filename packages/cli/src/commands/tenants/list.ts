/** `svc tenants list`. */
import type { Context } from "../../context.ts";
import { dropUndefined, pageQuery, type PageFlags } from "../paging.ts";

/** Lists tenants. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: PageFlags & { externalId?: string },
): Promise<void> {
  const page = await context
    .client()
    .tenants.list({ ...dropUndefined({ externalId: flags.externalId }), ...pageQuery(flags) });
  context.showRows({ tenants: page.items, next_cursor: page.nextCursor }, page.items, [
    { heading: "TENANT", cell: (row) => row.id },
    { heading: "EXTERNAL ID", cell: (row) => row.externalId },
    { heading: "NAME", cell: (row) => row.displayName },
    { heading: "CREATED", cell: (row) => row.createdAt },
  ]);
  if (page.nextCursor !== null) context.say(`More: --cursor ${page.nextCursor}`);
}

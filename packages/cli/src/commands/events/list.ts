/** `svc events list`. */
import type { EventType } from "@svc/contract";
import type { Context } from "../../context.ts";
import { dropUndefined, pageQuery, type PageFlags } from "../paging.ts";

/** Lists events, oldest first, and prints the cursor to continue from. Only `--tenant` limits them to a tenant. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: PageFlags & { type?: EventType },
): Promise<void> {
  const filters = dropUndefined({ type: flags.type, tenant_id: await context.filteredTenantId() });
  const page = await context.client().events.read({ ...filters, ...pageQuery(flags) });
  context.showRows(page, page.events, [
    { heading: "ID", cell: (row) => row.id },
    { heading: "TYPE", cell: (row) => row.type },
    { heading: "TENANT", cell: (row) => row.tenant_id ?? "-" },
    { heading: "CREATED", cell: (row) => row.createdAt },
  ]);
  context.say(`${page.nextCursor === null ? "Later" : "More"}: --cursor ${page.resumeCursor}`);
}

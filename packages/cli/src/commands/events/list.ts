/** `svc events list`. */
import type { EventType } from "@svc/contract";
import type { Context } from "../../context.ts";
import { given, pageOf, type PageFlags } from "../paging.ts";

/** Lists events, oldest first, and says from which cursor to go on later. Only `--tenant` narrows them to a tenant. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: PageFlags & { type?: EventType },
): Promise<void> {
  const filters = given({ type: flags.type, tenant_id: context.options.tenant });
  const page = await context.client().events.read({ ...filters, ...pageOf(flags) });
  context.showRows(page, page.events, [
    { heading: "ID", cell: (row) => row.id },
    { heading: "TYPE", cell: (row) => row.type },
    { heading: "TENANT", cell: (row) => row.tenant_id ?? "-" },
    { heading: "CREATED", cell: (row) => row.createdAt },
  ]);
  context.say(`${page.next_cursor === null ? "Later" : "More"}: --cursor ${page.resume_cursor}`);
}

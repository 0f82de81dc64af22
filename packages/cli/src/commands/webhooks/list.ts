/** `svc webhooks list`. */
import type { Context } from "../../context.ts";
import { pageQuery, type PageFlags } from "../paging.ts";

/** Lists the service client's endpoints. */
export async function run(context: Context, _args: readonly string[], flags: PageFlags): Promise<void> {
  const page = await context.client().webhookEndpoints.list(pageQuery(flags));
  context.showRows({ webhookEndpoints: page.items, nextCursor: page.nextCursor }, page.items, [
    { heading: "ENDPOINT", cell: (row) => row.id },
    { heading: "STATUS", cell: (row) => row.status },
    { heading: "FAILING SINCE", cell: (row) => row.failingSince ?? "-" },
    { heading: "EVENTS", cell: (row) => row.eventTypes.join(", ") },
    { heading: "URL", cell: (row) => row.url },
  ]);
  if (page.nextCursor !== null) context.say(`More: --cursor ${page.nextCursor}`);
}

/** `svc proposals list`. */
import type { Proposal } from "@svc/contract";
import type { Context } from "../../context.ts";
import { dropUndefined, pageQuery, type PageFlags } from "../paging.ts";

/** Lists proposals. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: PageFlags & { connection?: string; status?: Proposal["status"] },
): Promise<void> {
  const filters = dropUndefined({ connection_id: flags.connection, status: flags.status });
  const page = await (await context.tenant()).proposals.list({ ...filters, ...pageQuery(flags) });
  context.showRows({ proposals: page.items, nextCursor: page.nextCursor }, page.items, [
    { heading: "PROPOSAL", cell: (row) => row.id },
    { heading: "STATUS", cell: (row) => row.status },
    { heading: "ACTION", cell: (row) => `${row.provider}/${row.action_id}` },
    { heading: "AGENT", cell: (row) => row.delegatedToken?.agent ?? "-" },
    { heading: "PREVIEW", cell: (row) => row.preview ?? "-" },
    { heading: "EXPIRES", cell: (row) => row.expiresAt },
  ]);
  if (page.nextCursor !== null) context.say(`More: --cursor ${page.nextCursor}`);
}

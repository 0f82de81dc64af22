/** `svc connect-sessions list`. */
import type { ConnectSession } from "@svc/contract";
import type { Context } from "../../context.ts";
import { dropUndefined, pageQuery, type PageFlags } from "../paging.ts";

/** Lists sessions. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: PageFlags & { status?: ConnectSession["status"] },
): Promise<void> {
  const query = { ...dropUndefined({ status: flags.status }), ...pageQuery(flags) };
  const page = await (await context.tenant()).connectSessions.list(query);
  context.showRows({ connectSessions: page.items, nextCursor: page.nextCursor }, page.items, [
    { heading: "SESSION", cell: (row) => row.id },
    { heading: "STATUS", cell: (row) => row.status },
    { heading: "PROVIDER", cell: (row) => row.provider },
    { heading: "CONNECTION", cell: (row) => row.connection_id ?? "-" },
    { heading: "CREATED", cell: (row) => row.createdAt },
  ]);
  if (page.nextCursor !== null) context.say(`More: --cursor ${page.nextCursor}`);
}

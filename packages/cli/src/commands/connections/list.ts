/** `svc connections list`. */
import type { Connection } from "@svc/contract";
import type { Context } from "../../context.ts";
import { dropUndefined, pageQuery, type PageFlags } from "../paging.ts";

/** Lists connections. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: PageFlags & { provider?: string; status?: Connection["status"] },
): Promise<void> {
  const query = { ...dropUndefined({ provider: flags.provider, status: flags.status }), ...pageQuery(flags) };
  const page = await (await context.tenant()).connections.list(query);
  context.showRows({ connections: page.items, nextCursor: page.nextCursor }, page.items, [
    { heading: "CONNECTION", cell: (row) => row.id },
    { heading: "PROVIDER", cell: (row) => row.provider },
    { heading: "STATUS", cell: (row) => row.status },
    { heading: "ACCOUNT", cell: (row) => row.account.name },
    { heading: "EXPIRES", cell: (row) => row.credentialExpiresAt ?? "-" },
    { heading: "CREATED", cell: (row) => row.createdAt },
  ]);
  if (page.nextCursor !== null) context.say(`More: --cursor ${page.nextCursor}`);
}

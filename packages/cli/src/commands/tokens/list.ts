/** `svc tokens list`. */
import type { DelegatedToken } from "@svc/contract";
import type { Context } from "../../context.ts";
import { dropUndefined, pageQuery, type PageFlags } from "../paging.ts";

/** Lists the tokens of the service client, or of the tenant in `--tenant`. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: PageFlags & { tenant?: string; label?: string; status?: DelegatedToken["status"] },
): Promise<void> {
  const { label, status } = flags;
  const tenant_id = flags.tenant === undefined ? undefined : await context.tenantId(undefined);
  const filters = dropUndefined({ tenant_id, label, status });
  const page = await context.client().delegatedTokens.list({ ...filters, ...pageQuery(flags) });
  context.showRows({ delegatedTokens: page.items, nextCursor: page.nextCursor }, page.items, [
    { heading: "TOKEN", cell: (row) => row.id },
    { heading: "STATUS", cell: (row) => row.status },
    { heading: "TENANT", cell: (row) => row.tenant_id },
    { heading: "AGENT", cell: (row) => row.agent ?? "-" },
    { heading: "LABEL", cell: (row) => row.label ?? "-" },
    { heading: "EXPIRES", cell: (row) => row.expiresAt },
  ]);
  if (page.nextCursor !== null) context.say(`More: --cursor ${page.nextCursor}`);
}

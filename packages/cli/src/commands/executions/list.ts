/** `svc executions list`. */
import type { Execution } from "@svc/contract";
import type { Context } from "../../context.ts";
import { dropUndefined, pageQuery, type PageFlags } from "../paging.ts";

type Flags = PageFlags & {
  connection?: string;
  action?: string;
  status?: Execution["status"];
  idempotencyKey?: string;
};

/** Lists executions. */
export async function run(context: Context, _args: readonly string[], flags: Flags): Promise<void> {
  const filters = dropUndefined({
    connection_id: flags.connection,
    action_id: flags.action,
    status: flags.status,
    idempotencyKey: flags.idempotencyKey,
  });
  const page = await (await context.tenant()).executions.list({ ...filters, ...pageQuery(flags) });
  context.showRows({ executions: page.items, nextCursor: page.nextCursor }, page.items, [
    { heading: "EXECUTION", cell: (row) => row.id },
    { heading: "STATUS", cell: (row) => row.status },
    { heading: "ACTION", cell: (row) => row.action_id },
    { heading: "ERROR", cell: (row) => row.error?.code ?? "-" },
    { heading: "KEY", cell: (row) => row.idempotencyKey ?? "-" },
    { heading: "CREATED", cell: (row) => row.createdAt },
  ]);
  if (page.nextCursor !== null) context.say(`More: --cursor ${page.nextCursor}`);
}

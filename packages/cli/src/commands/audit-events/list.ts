/** `svc audit-events list`. */
import type { Context } from "../../context.ts";
import { given, pageOf, type PageFlags } from "../paging.ts";

/**
 * Lists audit events of the whole service client. Only `--tenant` narrows them: a SVC_TENANT_ID that is set for other
 * commands must not hide what happened elsewhere.
 */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: PageFlags & { type?: string; subject?: string },
): Promise<void> {
  const filters = given({ type: flags.type, tenant_id: context.options.tenant, subject: flags.subject });
  const page = await context.client().auditEvents.list({ ...filters, ...pageOf(flags) });
  context.showRows({ auditEvents: page.items, next_cursor: page.nextCursor }, page.items, [
    { heading: "SEQ", cell: (row) => String(row.seq) },
    { heading: "TYPE", cell: (row) => row.type },
    { heading: "SUBJECT", cell: (row) => row.subject ?? "-" },
    { heading: "ACTOR", cell: (row) => row.actor },
    { heading: "CREATED", cell: (row) => row.createdAt },
  ]);
  if (page.nextCursor !== null) context.say(`More: --cursor ${page.nextCursor}`);
}

/** `svc audit-events list`. */
import type { Context } from "../../context.ts";
import { dropUndefined, pageQuery, type PageFlags } from "../paging.ts";

/**
 * Lists the service client's audit events. Only `--tenant` filters them: SVC_TENANT_ID, set for other commands, must not
 * hide other tenants' events.
 */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: PageFlags & { type?: string; subject?: string },
): Promise<void> {
  const filters = dropUndefined({
    type: flags.type,
    tenant_id: await context.filteredTenantId(),
    subject: flags.subject,
  });
  const page = await context.client().auditEvents.list({ ...filters, ...pageQuery(flags) });
  context.showRows({ auditEvents: page.items, nextCursor: page.nextCursor }, page.items, [
    { heading: "SEQ", cell: (row) => String(row.seq) },
    { heading: "TYPE", cell: (row) => row.type },
    { heading: "SUBJECT", cell: (row) => row.subject ?? "-" },
    { heading: "ACTOR", cell: (row) => row.actor },
    { heading: "CREATED", cell: (row) => row.createdAt },
  ]);
  if (page.nextCursor !== null) context.say(`More: --cursor ${page.nextCursor}`);
}

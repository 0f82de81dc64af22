/** `svc webhooks deliveries`. */
import type { WebhookDelivery } from "@svc/contract";
import type { Context } from "../../context.ts";
import { dropUndefined, pageQuery, type PageFlags } from "../paging.ts";

/** Lists an endpoint's deliveries, newest event first. */
export async function run(
  context: Context,
  [id = ""]: readonly string[],
  flags: PageFlags & { status?: WebhookDelivery["status"] },
): Promise<void> {
  const query = { ...dropUndefined({ status: flags.status }), ...pageQuery(flags) };
  const page = await context.client().webhookEndpoints.deliveries(id, query);
  context.showRows({ deliveries: page.items, nextCursor: page.nextCursor }, page.items, [
    { heading: "EVENT", cell: (row) => row.event_id },
    { heading: "TYPE", cell: (row) => row.type },
    { heading: "STATUS", cell: (row) => row.status },
    { heading: "ATTEMPTS", cell: (row) => String(row.attempts) },
    { heading: "LAST", cell: ({ lastAttempt: last }) => String(last?.httpStatus ?? last?.fault ?? "-") },
    { heading: "NEXT", cell: (row) => row.nextAttemptAt ?? "-" },
  ]);
  if (page.nextCursor !== null) context.say(`More: --cursor ${page.nextCursor}`);
}

/** The step of migration 4 that no SQL can do alike on both engines: earlier events join the chains as they were found. */
import { sql } from "kysely";
import { appendEvent } from "./audit.ts";
import type { Queries } from "./context.ts";
import { parsedJson } from "./text.ts";

type EarlierEvent = {
  id: string;
  client_id: string;
  tenant_id: string;
  type: string;
  subject: string;
  actor: string;
  data: string;
  at: number;
};

const batchRows = 500;

/** Appends every earlier event to its client's chain, oldest first, and drops the table that held them. */
export async function chainEarlierEvents(queries: Queries): Promise<void> {
  let after = { at: -1, id: "" };
  for (;;) {
    const { rows } = await sql<EarlierEvent>`
      select * from audit_events_before_chain where (at, id) > (${after.at}, ${after.id})
      order by at, id limit ${sql.lit(batchRows)}`.execute(queries);
    for (const row of rows) {
      const { id, client_id: clientId, tenant_id: tenantId, type, subject, actor, at } = row;
      await appendEvent(queries, { id, clientId, tenantId, type, subject, actor, at, data: parsedJson(row.data) });
      after = { at, id };
    }
    if (rows.length < batchRows) break;
  }
  await sql`drop table audit_events_before_chain`.execute(queries);
}

/** Fills the audit trail of a grown database with a chain that verifies: each event's hash covers the one before. */
import { hashAfter, splitDocument, type AuditEvent } from "../packages/server/src/domain/audit/port.ts";
import type { Sql, SqlRow } from "./growth-sql.ts";

// A few megabytes each.
const pageRows = 10_000;

const columns = {
  client_id: "text",
  seq: "bigint",
  id: "text",
  tenant_id: "text",
  type: "text",
  subject: "text",
  actor: "text",
  data: "text",
  at: "bigint",
  prev_hash: "text",
  hash: "text",
} as const;

/**
 * Appends events for the filled executions, oldest first, to the client's chain.
 * @param total how many; each execution has its share of them.
 */
export async function fillChain(
  sql: Sql,
  clientId: string,
  extent: { readonly executions: number; readonly total: number },
): Promise<void> {
  const [head] = await sql.rows(`select seq, hash from audit_chains where client_id = '${clientId}'`);
  let { seq, hash } = { seq: Number(head?.["seq"]), hash: String(head?.["hash"]) };
  let [after, done] = ["act_01", 0];
  const share = (executions: number): number => Math.floor((executions * extent.total) / extent.executions);
  for (;;) {
    const used = await sql.rows(
      `select id, tenant_id, connection_id, action_id, created_at from executions
       where id > '${after}' and id like 'act_01%' order by id limit ${pageRows}`,
    );
    if (used.length === 0) break;
    const events: (string | number)[][] = [];
    for (const row of used) {
      after = String(row["id"]);
      done += 1;
      for (let count = share(done) - share(done - 1); count > 0; count -= 1) {
        seq += 1;
        const event = eventOf(clientId, seq, row);
        const { start, end } = splitDocument(event);
        const before = hash;
        hash = hashAfter(before, `${start}${seq}${end}`);
        const { tenantId, type, subject, actor, data, at } = event;
        events.push([clientId, seq, event.id, tenantId, type, subject, actor, JSON.stringify(data), at, before, hash]);
      }
    }
    await sql.insert("audit_events", columns, events);
  }
  await sql.run(`update audit_chains set seq = ${seq}, hash = '${hash}' where client_id = '${clientId}'`);
}

function eventOf(clientId: string, seq: number, used: SqlRow): AuditEvent {
  const text = (column: string): string => String(used[column]);
  return {
    id: `evt_01${seq.toString(16).padStart(24, "0")}`,
    clientId,
    tenantId: text("tenant_id"),
    type: seq % 50 === 0 ? "connection.tested" : "credential.used",
    subject: text("connection_id"),
    actor: "key:abcdefghij",
    data: { action: text("action_id"), credentialVersion: 1, execution: text("id"), provider: "doppler" },
    at: Number(used["created_at"]),
  };
}

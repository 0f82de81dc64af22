/** Fills the journal of a grown database with a chain that verifies: each entry's hash covers the one before. */
import type { AuditEvent } from "../packages/server/src/domain/journal/port.ts";
import { genesisHash, hashAfter, publicDigest, splitDocument } from "../packages/server/src/domain/journal/chain.ts";
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
  public_seq: "bigint",
} as const;
const publicColumns = { ...columns, public_salt: "text", public_data: "text" } as const;

/**
 * Appends the events of the filled connections to the client's chain, and audit events for the filled executions,
 * oldest first.
 * @param total how many; each execution has its share of them.
 */
export async function fillChain(
  sql: Sql,
  clientId: string,
  extent: { readonly executions: number; readonly total: number },
): Promise<void> {
  let { seq, hash } = { seq: 0, hash: genesisHash };
  const chained = (event: AuditEvent): (string | number)[] => {
    seq += 1;
    const { start, end } = splitDocument(event);
    const before = hash;
    hash = hashAfter(before, `${start}${seq}${end}`);
    const { id, tenantId, type, subject, actor, data, at } = event;
    return [clientId, seq, id, tenantId, type, subject, actor, JSON.stringify(data), at, before, hash];
  };
  // The entries of the small database were made just now. Retention ends at the first young one, so they become old.
  const [oldest] = await sql.rows(`select min(created_at) as at from executions where id like 'act_01%'`);
  const startedAt = Number(oldest?.["at"]);
  const own = await sql.rows(`select * from journal where client_id = '${clientId}' order by seq`);
  await sql.run(`delete from journal where client_id = '${clientId}'`);
  let publicSeq = 0;
  for (const row of own) {
    const number = Number(row["public_seq"]);
    const entry = [...chained(agedOf(clientId, row, startedAt)), number];
    if (number === 0) await sql.insert("journal", columns, [entry]);
    else {
      const shown = [String(row["public_salt"]), String(row["public_data"])];
      await sql.insert("journal", publicColumns, [[...entry, ...shown]]);
    }
    publicSeq = Math.max(publicSeq, number);
  }
  for (let last = "con_01"; ;) {
    const made = await sql.rows(
      `select id, tenant_id from connections
       where client_id = '${clientId}' and id > '${last}' and id like 'con_01%' order by id limit ${pageRows}`,
    );
    if (made.length === 0) break;
    const events = made.map((row) => {
      last = String(row["id"]);
      const salt = "0".repeat(32);
      const text = JSON.stringify({ connection_id: last, provider: "doppler", status: "active" });
      publicSeq += 1;
      const created = createdOf(clientId, seq + 1, row, publicDigest({ salt, text }));
      return [...chained({ ...created, at: startedAt }), publicSeq, salt, text];
    });
    await sql.insert("journal", publicColumns, events);
  }
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
        events.push([...chained(eventOf(clientId, seq + 1, row)), 0]);
      }
    }
    await sql.insert("journal", columns, events);
  }
  await sql.run(
    `update journal_heads set seq = ${seq}, hash = '${hash}', public_seq = ${publicSeq} where client_id = '${clientId}'`,
  );
}

function agedOf(clientId: string, row: SqlRow, at: number): AuditEvent {
  const text = (column: string): string => String(row[column]);
  const data = JSON.parse(text("data")) as AuditEvent["data"];
  const [id, tenantId, type] = [text("id"), text("tenant_id"), text("type")];
  return { id, clientId, tenantId, type, subject: text("subject"), actor: text("actor"), data, at };
}

function createdOf(clientId: string, seq: number, made: SqlRow, digest: string): AuditEvent {
  const subject = String(made["id"]);
  return {
    ...eventOf(clientId, seq, made),
    type: "connection.created",
    subject,
    actor: "end_user",
    data: { provider: "doppler", publicDigest: digest },
  };
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

/** Records the statements that a store runs, and judges their plans on tables that grow. */
import { DatabaseSync } from "node:sqlite";
import type { TestContext } from "node:test";
import pg from "pg";

/** Tables whose number of rows grows with use. Those of operators and service clients are small. */
const growing: ReadonlySet<string> = new Set([
  "tenants",
  "tenant_keys",
  "delegated_tokens",
  "agent_assertions",
  "agent_authorizations",
  "agent_refresh_tokens",
  "connections",
  "credentials",
  "credential_refreshes",
  "connect_sessions",
  "oauth_flows",
  "executions",
  "execution_looks",
  "idempotency_keys",
  "proposals",
  "journal",
  "webhook_deliveries",
]);

/** Partial indexes of open work, which ends within minutes or is limited: they may be read whole. */
const small: ReadonlySet<string> = new Set([
  "executions_running",
  "idempotency_keys_running",
  "proposals_waiting",
  "proposals_waiting_connection",
  "proposals_waiting_tokens",
  "proposals_approved",
  "delegated_tokens_budget",
]);

/** What was recorded since the last time. */
export type Recording = { take(): readonly string[] };

/** Records the statements of both drivers until the test ends. */
export function recordStatements(t: TestContext): Recording {
  const texts = new Set<string>();
  const { prototype } = pg.Connection as unknown as {
    prototype: { parse(query: { text: string }, more: boolean): void };
  };
  const parse = t.mock.method(prototype, "parse");
  const prepare = t.mock.method(DatabaseSync.prototype, "prepare");
  return {
    take() {
      for (const { arguments: given } of parse.mock.calls) texts.add(given[0].text);
      for (const { arguments: given } of prepare.mock.calls) texts.add(given[0]);
      parse.mock.resetCalls();
      prepare.mock.resetCalls();
      const taken = [...texts].filter((text) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text));
      texts.clear();
      return taken;
    },
  };
}

/** How a statement reads tables that grow. @returns its steps that read one whole, by statement. */
export function sqliteScans(file: string, texts: readonly string[]): Record<string, string[]> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const scans = texts.map((text) => {
      const steps = database.prepare(`explain query plan ${text}`).all();
      return [text, steps.map(({ detail }) => String(detail)).filter((step) => isScan(step) && !isLimited(text))];
    });
    return withScans(scans as [string, string[]][]);
  } finally {
    database.close();
  }
}

function isScan(step: string): boolean {
  const [, name = "", index = ""] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? [];
  return growing.has(name) && !small.has(index);
}

/** A batch along a primary key reads an index from its beginning, and stops at its limit. */
function isLimited(text: string): boolean {
  return /\blimit\b/i.test(text);
}

/** As above, under row-level security. A sequential scan is planned only if there is no index for it. */
export async function postgresScans(url: string, texts: readonly string[]): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select set_config('svc.system', 'on', false)");
    await client.query("set enable_seqscan = off");
    const scans: [string, string[]][] = [];
    for (const text of texts) {
      const { rows } = await client.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
        `explain (generic_plan, format json) ${text}`,
      );
      scans.push([text, (rows[0]?.["QUERY PLAN"] ?? []).flatMap(({ Plan }) => scansOf(Plan))]);
    }
    return withScans(scans);
  } finally {
    await client.end();
  }
}

type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: PlanNode[];
};

function scansOf(node: PlanNode, isBounded = false): string[] {
  const { "Node Type": type, "Relation Name": table = "", "Index Name": index = "", Plans: below = [] } = node;
  const isWhole =
    type === "Seq Scan" || (/^(?:Bitmap )?Index/.test(type) && node["Index Cond"] === undefined && !isBounded);
  const own = growing.has(table) && isWhole && !small.has(index) ? [`${type} on ${table} ${index}`.trim()] : [];
  // A sort below a limit reads all of its input.
  const staysBounded = isBounded && !/Sort|Aggregate|Hash/.test(type);
  return [...own, ...below.flatMap((one) => scansOf(one, staysBounded || type === "Limit"))];
}

function withScans(scans: readonly [string, string[]][]): Record<string, string[]> {
  return Object.fromEntries(
    scans.filter(([, steps]) => steps.length > 0).map(([text, steps]) => [text.replaceAll(/\s+/g, " "), steps]),
  );
}

/** Reads the plans of a server's statements: none may scan a big table. */
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type { Engine, ServerHome } from "../conformance/harness/index.ts";

/** Tables that grow with use. */
const bigTables: ReadonlySet<string> = new Set([
  "tenants",
  "connections",
  "connect_sessions",
  "credentials",
  "executions",
  "idempotency_keys",
  "journal",
]);
/** Indexes of open rows, which are always few: these may be read entirely. */
const smallIndexes: ReadonlySet<string> = new Set(["executions_running", "idempotency_keys_running"]);

/** Statements with a plan; simple queries, from which the counter removes values, have none. */
const planned = /^(?:select|insert|update|delete|with)\b(?!.*'…')/i;

/** A statement and the steps of its plan that read a table or an index, or that sort. */
export interface StatementPlan {
  readonly statement: string;
  readonly steps: readonly string[];
  /** Steps that scan a big table. */
  readonly bad: readonly string[];
}

/** The plans of statements. @param statements as the server passed them to its driver. */
export async function plansOf(
  engine: Engine,
  home: ServerHome,
  statements: readonly string[],
): Promise<readonly StatementPlan[]> {
  const texts = statements.filter((text) => planned.test(text));
  return engine === "sqlite" ? sqlitePlans(home, texts) : await postgresPlans(home, texts);
}

function sqlitePlans(home: ServerHome, statements: readonly string[]): readonly StatementPlan[] {
  const database = new DatabaseSync(home.databaseUrl.replace(/^sqlite:/, ""), { readOnly: true });
  try {
    return statements.map((statement) => {
      const rows = database.prepare(`explain query plan ${statement}`).all();
      const steps = rows.map(({ detail }) => String(detail));
      return { statement, steps, bad: steps.filter(isBadStep) };
    });
  } finally {
    database.close();
  }
}

/** https://www.sqlite.org/eqp.html: `SCAN` reads an entire table or index, `SEARCH` a part. */
export function isBadStep(step: string): boolean {
  const [, table = "", index = ""] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? [];
  return bigTables.has(table) && !smallIndexes.has(index);
}

async function postgresPlans(home: ServerHome, statements: readonly string[]): Promise<readonly StatementPlan[]> {
  const client = new Client({ connectionString: home.serverDatabaseUrl ?? home.databaseUrl });
  await client.connect();
  try {
    const plans: StatementPlan[] = [];
    for (const statement of statements) {
      // The service plans a page of a listing like this (packages/server/src/adapters/store/postgres/open.ts).
      const isSorted = /^select .* order by .* limit /i.test(statement) ? "off" : "on";
      await client.query(`set enable_sort = ${isSorted}; set enable_incremental_sort = ${isSorted}`);
      const { rows } = await client.query<{ "QUERY PLAN": readonly { Plan: PlanNode }[] }>(
        `explain (generic_plan, format json) ${statement}`,
      );
      const roots = (rows[0]?.["QUERY PLAN"] ?? []).map(({ Plan }) => Plan);
      plans.push({ statement, steps: roots.flatMap(stepsOf), bad: roots.flatMap((root) => badNodes(root)) });
    }
    return plans;
  } finally {
    await client.end();
  }
}

function stepsOf(node: PlanNode): readonly string[] {
  const { "Node Type": type, "Relation Name": table = "", "Index Name": index = "", Plans: below = [] } = node;
  return [`${type} ${table} ${index}`.trim(), ...below.flatMap(stepsOf)];
}

/** The relevant part of a plan node (PostgreSQL documentation, "EXPLAIN"). */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Index Name"?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The nodes that read an entire table, or an index without a condition and an upper bound. */
export function badNodes(node: PlanNode, isBounded = false): readonly string[] {
  const { "Node Type": type, "Relation Name": table = "", "Index Name": index = "", Plans: below = [] } = node;
  const isWhole = type === "Seq Scan" || (type.startsWith("Index") && node["Index Cond"] === undefined && !isBounded);
  const own = bigTables.has(table) && isWhole && !smallIndexes.has(index) ? [`${type} on ${table} ${index}`] : [];
  return [...own, ...below.flatMap((each) => badNodes(each, isBounded || type === "Limit"))];
}

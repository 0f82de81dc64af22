/**
 * Engines that speak PostgreSQL's protocol without keeping what the record assumes: one log in one order, a batch of
 * statements that takes effect whole, and locks on rows. Each was either tried, or says so in its own documentation.
 */

/** What a server says about itself. */
export type EngineFacts = {
  /** The text of `version()`. */
  version: string;
  /** The number of svc's own tables that an extension has distributed over several servers. */
  distributedTables: number;
  /** Whether the role may write to the log with `pg_logical_emit_message`, which confirms all commits before it. */
  confirmsLog: boolean;
};

/** How other engines' `version()` shows them, with the reason against each. */
const others: readonly (readonly [name: string, pattern: RegExp, reason: string])[] = [
  [
    "CockroachDB",
    /\bCockroachDB\b/i,
    "it has neither PostgreSQL's log positions nor its locks, on which the fence relies",
  ],
  ["YugabyteDB", /-YB-|\bYugabyte/i, "it has no log positions, by which a failover that lost commits is recognized"],
  ["Greenplum", /\bGreenplum\b/i, "it distributes tables, and a batch of statements isn't atomic there"],
  ["Redshift", /\bRedshift\b/i, "it enforces no unique keys, so a claim of an idempotency key would mean nothing"],
  ["CrateDB", /\bCrateDB\b/i, "it has no transactions"],
  ["Materialize", /\bMaterialize\b/i, "it has no unique keys"],
  ["QuestDB", /\bQuestDB\b/i, "it has no transactions"],
];

/** @returns why svc can't use this engine, as one sentence; null if it can. */
export function engineRefusal({ version, distributedTables, confirmsLog }: EngineFacts): string | null {
  const other = others.find(([, pattern]) => pattern.test(version));
  if (other !== undefined) {
    const [name, , reason] = other;
    return `This database is ${name}, not PostgreSQL: ${reason}. Use PostgreSQL 15 or later.`;
  }
  if (!version.startsWith("PostgreSQL ")) {
    return `This database isn't PostgreSQL: it calls itself ${nameOf(version)}. Use PostgreSQL 15 or later.`;
  }
  if (distributedTables > 0) {
    return (
      `${distributedTables} of svc's tables are distributed (Citus): batches of statements aren't atomic there, so an ` +
      "idempotency key could act twice. Undistribute them with undistribute_table, or use a PostgreSQL without Citus."
    );
  }
  if (!confirmsLog) {
    return (
      "The database user may not call pg_logical_emit_message, with which svc confirms that earlier commits are in the " +
      "log: grant EXECUTE on it, or use a PostgreSQL that has it."
    );
  }
  return null;
}

/** The first words of a version, without anything that could break the line. */
function nameOf(version: string): string {
  const [name = ""] = /^[\w .-]{1,40}/.exec(version) ?? [];
  return name.trim() === "" ? "nothing" : name.trim();
}

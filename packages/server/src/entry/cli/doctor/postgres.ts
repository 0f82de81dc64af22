/** The doctor's look at what only PostgreSQL has. */
import type { PostgresFacts } from "../../../domain/store/port.ts";
import type { PostgresTarget } from "../environment.ts";
import { deploymentCheck, settingCheck, type Finding } from "./check.ts";

const notSqlite: Finding = { status: "ok", detail: "not on SQLite" };

/**
 * Judges how the connection to PostgreSQL is protected.
 * @param isEncrypted whether PostgreSQL says that it is; null where it was not asked.
 */
export function tlsFinding(target: PostgresTarget, isEncrypted: boolean | null): Finding {
  const { hosts, isLocal, sslMode, verifiesNothing } = target;
  if (isLocal) return { status: "ok", detail: "the database is on this machine" };
  const where = hosts.join(", ");
  const remedy = "end SVC_DATABASE_URL with ?sslmode=verify-full, and with &sslrootcert=<file> for a CA of your own";
  if (sslMode === null) {
    return { status: "fail", detail: `the connection to ${where} is in clear, the database's password too`, remedy };
  }
  if (sslMode === "disable") {
    const detail = `the connection to ${where} is in clear, as sslmode=disable asks: only where nobody else is on that network`;
    return { status: "warn", detail, remedy };
  }
  if (verifiesNothing) {
    const detail = `sslmode=${sslMode} checks no certificate, so anybody between can pose as ${where}`;
    return { status: "fail", detail, remedy };
  }
  if (sslMode !== "verify-full") {
    const detail = `sslmode=${sslMode} means different things to different clients`;
    return { status: "warn", detail, remedy };
  }
  if (isEncrypted === false) {
    const detail = "TLS as far as a pooler, which passes it on to PostgreSQL in clear";
    return { status: "warn", detail, remedy: "set server_tls_sslmode = verify-full in PgBouncer" };
  }
  return { status: "ok", detail: `TLS to ${where}, its certificate and name checked` };
}

/** TLS to the database. */
export const tlsToPostgres = settingCheck("TLS to PostgreSQL", async ({ database }, { deployment }) => {
  if (database.engine === "sqlite") return notSqlite;
  const facts = await deployment?.postgres?.();
  return tlsFinding(database, facts?.isEncrypted ?? null);
});

/** A role whom row-level security binds. */
export const databaseUser = deploymentCheck("database user", async ({ postgres }) => {
  if (postgres === null) return notSqlite;
  if ((await postgres()).isBound) return { status: "ok", detail: "neither SUPERUSER nor BYPASSRLS" };
  const detail = "is a superuser or has BYPASSRLS, so row-level security does not bind it";
  const remedy = "give the server a role of its own that owns the database and has neither";
  return { status: "fail", detail, remedy };
});

/** Every table of a service client's is under row-level security. */
export const rowLevelSecurity = deploymentCheck("row-level security", async ({ postgres }) => {
  if (postgres === null) return notSqlite;
  const { unprotectedTables } = await postgres();
  if (unprotectedTables.length === 0)
    return { status: "ok", detail: "on and forced for every table that has a policy" };
  const detail = `off or not forced for ${unprotectedTables.join(", ")}`;
  return { status: "fail", detail, remedy: "ALTER TABLE … ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY" };
});

/** Judges what a failover would lose. The one place for it. */
export function replicationFinding({ settings, standbys }: PostgresFacts): Finding {
  const names = settings["synchronous_standby_names"] ?? "";
  const commit = settings["synchronous_commit"] ?? "";
  if (names === "" && standbys === 0) {
    return { status: "ok", detail: "no standby is connected, and nothing fails over" };
  }
  const remedy = "set synchronous_standby_names, and synchronous_commit to on; see docs/self-hosting.md";
  if (names === "") {
    const detail = `${standbys} standby(s), asynchronous: a failover loses what was acknowledged last, and those keys may act twice`;
    return { status: "warn", detail, remedy };
  }
  if (commit === "local" || commit === "off") {
    const detail = `synchronous_commit=${commit} waits for no standby, whatever synchronous_standby_names says`;
    return { status: "warn", detail, remedy };
  }
  return { status: "ok", detail: `synchronous (${names})` };
}

/** Replication. */
export const replication = deploymentCheck("replication", async ({ postgres }) => {
  return postgres === null ? notSqlite : replicationFinding(await postgres());
});

/** Doctor: checks for PostgreSQL only. */
import type { PostgresFacts } from "../../../domain/database/port.ts";
import { stoppedFinding } from "../../../domain/failover/describe.ts";
import type { DatabaseFacts } from "../../../domain/failover/port.ts";
import type { PostgresTarget } from "../environment.ts";
import { writesState } from "../../../domain/failover/status.ts";
import { deploymentCheck, settingCheck, type Finding } from "./check.ts";

const notSqlite: Finding = { status: "ok", detail: "not on SQLite", isUnused: true };

/**
 * Checks how the connection to PostgreSQL is protected.
 * @param isEncrypted whether PostgreSQL reports it as encrypted; null if PostgreSQL wasn't queried.
 */
export function tlsFinding(target: PostgresTarget, isEncrypted: boolean | null): Finding {
  const { hosts, isLocal, sslMode, verifiesNothing } = target;
  if (isLocal) return { status: "ok", detail: "the database is on this machine" };
  const where = hosts.join(", ");
  const remedy = "add ?sslmode=verify-full to SVC_DATABASE_URL, and &sslrootcert=<file> for your own CA";
  if (sslMode === null) {
    return { status: "fail", detail: `the connection to ${where} is unencrypted, including the password`, remedy };
  }
  if (sslMode === "disable") {
    const detail = `the connection to ${where} is unencrypted (sslmode=disable), which is safe only on a private network`;
    return { status: "warn", detail, remedy };
  }
  if (verifiesNothing) {
    const detail = `sslmode=${sslMode} checks no certificate, so anyone in between can impersonate ${where}`;
    return { status: "fail", detail, remedy };
  }
  if (sslMode !== "verify-full") {
    const detail = `sslmode=${sslMode} means different things to different clients`;
    return { status: "warn", detail, remedy };
  }
  if (isEncrypted === false) {
    const detail = "TLS ends at a pooler, whose connection to PostgreSQL is unencrypted";
    return { status: "warn", detail, remedy: "set server_tls_sslmode = verify-full in PgBouncer" };
  }
  return { status: "ok", detail: `TLS to ${where}, with its certificate and name verified` };
}

/** TLS to the database. */
export const tlsToPostgres = settingCheck("TLS to PostgreSQL", async ({ database }, { deployment }) => {
  if (database.engine === "sqlite") return notSqlite;
  const facts = await deployment?.postgres?.();
  return tlsFinding(database, facts?.isEncrypted ?? null);
});

/** Whether row-level security applies to the server's role. */
export const databaseUser = deploymentCheck("database user", async ({ postgres }) => {
  if (postgres === null) return notSqlite;
  if ((await postgres()).isBound) return { status: "ok", detail: "neither SUPERUSER nor BYPASSRLS" };
  const detail = "is a superuser or has BYPASSRLS, so row-level security doesn't apply to it";
  const remedy = "give the server its own role that owns the database and has neither";
  return { status: "fail", detail, remedy };
});

/** Whether every table with service clients' data has row-level security. */
export const rowLevelSecurity = deploymentCheck("row-level security", async ({ postgres }) => {
  if (postgres === null) return notSqlite;
  const { unprotectedTables } = await postgres();
  if (unprotectedTables.length === 0) return { status: "ok", detail: "on and forced for every table with a policy" };
  const detail = `off or not forced for ${unprotectedTables.join(", ")}`;
  return { status: "fail", detail, remedy: "ALTER TABLE … ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY" };
});

/** Whether servers send writes from this database. */
export const acceptedDatabase = deploymentCheck("accepted database", async ({ fence }) => {
  if (fence === null) return notSqlite;
  const reading = await fence.read();
  const { reason } = writesState(reading);
  return reason === null ? hiddenFactsFinding(reading.facts) : { status: "fail", ...stoppedFinding(reason) };
});

/** Names what the server's role can't see about a database that it accepts, as with some managed services. */
export function hiddenFactsFinding({ systemIdentifier, databaseOid, timeline }: DatabaseFacts): Finding {
  const facts = { "its timeline": timeline, "the cluster's identifier": systemIdentifier, "its own OID": databaseOid };
  const hidden = Object.entries(facts).flatMap(([name, value]) => (value === "" ? [name] : []));
  if (hidden.length === 0) return { status: "ok", detail: "this is the database that the servers have accepted" };
  return {
    status: "warn",
    detail: `the database doesn't show ${hidden.join(", ")}: svc can't vouch that no failover or copy loses a write`,
    remedy: "let the role read pg_control_system() and pg_walfile_name(), or rely on your provider's promise",
  };
}

/** Checks what a failover would lose. */
export function replicationFinding({ settings, standbys }: PostgresFacts): Finding {
  const names = settings["synchronous_standby_names"] ?? "";
  const commit = settings["synchronous_commit"] ?? "";
  if (names === "" && standbys === 0) {
    return { status: "ok", detail: "no standby is connected, so there is no failover" };
  }
  const remedy = "set synchronous_standby_names, and synchronous_commit to on; see docs/self-hosting.md";
  if (names === "") {
    const detail = `${standbys} standby(s), asynchronous: a failover loses the latest commits, and their keys may act twice`;
    return { status: "warn", detail, remedy };
  }
  if (commit === "local" || commit === "off") {
    const detail = `synchronous_commit=${commit} waits for no standby, regardless of synchronous_standby_names`;
    return { status: "warn", detail, remedy };
  }
  return { status: "ok", detail: `synchronous (${names})` };
}

export const replication = deploymentCheck("replication", async ({ postgres }) => {
  return postgres === null ? notSqlite : replicationFinding(await postgres());
});

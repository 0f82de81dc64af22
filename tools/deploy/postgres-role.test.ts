/** The script that creates the compose file's database: its statements on a real PostgreSQL. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "pg";
import { sharedPostgres } from "../postgres/index.ts";

const script = readFileSync(join(import.meta.dirname, "../../deploy/postgres/10-svc.sh"), "utf8");

test("the server's role owns its database, and row-level security applies to it", async () => {
  const name = `svc_role_${randomBytes(6).toString("hex")}`;
  const password = "it's'quoted";
  const sql = /<<'SQL'\n([\s\S]*?)\nSQL\n/.exec(script)?.[1] ?? "";
  // What psql does with :'password', and a unique name on a server that tests share.
  const quoted = `'${password.replaceAll("'", "''")}'`;
  const statements = sql
    .replaceAll(":'password'", quoted)
    .replaceAll(/\bsvc\b/g, name)
    .split(";");
  const adminUrl = await sharedPostgres();
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    for (const statement of statements) if (statement.trim() !== "") await admin.query(statement);
    const url = new URL(adminUrl);
    const own = new Client({ host: url.hostname, port: Number(url.port), user: name, password, database: name });
    await own.connect();
    const { rows } = await own.query<{ exempt: boolean; owner: boolean }>(
      "SELECT rolsuper OR rolbypassrls AS exempt, pg_get_userbyid(datdba) = current_user AS owner FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()",
    );
    await own.end();
    assert.deepEqual(rows, [{ exempt: false, owner: true }]);
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name}`);
    await admin.query(`DROP ROLE IF EXISTS ${name}`);
    await admin.end();
  }
});

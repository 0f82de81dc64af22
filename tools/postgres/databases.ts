/** Databases on a test server: created empty, and dropped with their connections. */
import { randomBytes } from "node:crypto";
import { Client } from "pg";

const oldestVersion = 15;

/**
 * Creates an empty UTF-8 database and returns its URL.
 * @param adminUrl URL of a database on the server, for a user who may create others.
 * @param name Lower-case letters, digits and `_`; random by default.
 */
export async function createDatabase(adminUrl: string, name = randomName()): Promise<string> {
  // Several connections can copy template0 concurrently; template1 can't be copied while someone is connected to it.
  await administer(adminUrl, `CREATE DATABASE ${quoted(name)} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Makes a separate role the owner of a new database. Like a server's role should be, it is neither superuser nor exempt
 * from row-level security. The role may also use everything that the administrator creates in the database.
 * @returns the database's URL for the role.
 */
export async function giveToServerRole(adminUrl: string, url: string): Promise<string> {
  const name = quoted(new URL(url).pathname.slice(1));
  const password = randomBytes(18).toString("hex");
  await administer(adminUrl, `CREATE ROLE ${name} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${password}'`);
  await administer(adminUrl, `ALTER DATABASE ${name} OWNER TO ${name}`);
  await administer(url, `ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO ${name}`);
  const roleUrl = new URL(url);
  roleUrl.username = roleUrl.pathname.slice(1);
  roleUrl.password = password;
  return roleUrl.href;
}

/** Drops the database in `url`, its connections and its role. A missing one is no error. */
export async function dropDatabase(adminUrl: string, url: string): Promise<void> {
  const name = quoted(new URL(url).pathname.slice(1));
  await administer(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await administer(adminUrl, `DROP ROLE IF EXISTS ${name}`);
}

/** @throws Error if the server is older than PostgreSQL 15 or can't be reached. */
export async function requireVersion(adminUrl: string): Promise<void> {
  const version = Number(await administer(adminUrl, "SHOW server_version_num"));
  if (!(version >= oldestVersion * 10_000)) {
    throw new Error(`The tests need PostgreSQL ${oldestVersion} or newer; this server says ${version}.`);
  }
}

/** Runs one statement on a separate connection and returns the first field of the first row. */
async function administer(adminUrl: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 20_000 });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

function randomName(): string {
  return `svc_test_${randomBytes(8).toString("hex")}`;
}

function quoted(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) throw new Error(`"${name}" isn't a valid name for a test database.`);
  return `"${name}"`;
}

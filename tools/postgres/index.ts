/**
 * The module that a test imports to get its own PostgreSQL database. A test run starts one server and names it in
 * `SVC_TEST_POSTGRES_URL`; a test file that is run by hand starts one itself.
 */
import { createDatabase, dropDatabase, giveToServerRole } from "./databases.ts";
import { startPostgres } from "./server.ts";
import type { PostgresServer } from "./server.ts";

export { startPostgres } from "./server.ts";
export type { PostgresServer } from "./server.ts";

/** The variable through which a test run tells its test files where its server is. */
export const sharedServerVariable = "SVC_TEST_POSTGRES_URL";

export interface TestDatabase {
  /** `postgres://` URL for a user who may do everything in it, and to whom row-level security doesn't apply. */
  readonly url: string;
  /** URL for a server's user: it owns the database, and row-level security applies to it. */
  readonly serverUrl: string;
  /** Drops it and its connections; may be called twice. */
  drop(): Promise<void>;
}

let own: Promise<PostgresServer> | undefined;

/**
 * The administrator's URL of the server that all test files of a run use: the run's, or one that this process starts
 * once and that stops with it.
 * @throws Error if there is no PostgreSQL; a test must then fail, never skip.
 */
export async function sharedPostgres(): Promise<string> {
  const given = process.env[sharedServerVariable];
  if (given !== undefined && given !== "") return given;
  own ??= startPostgres();
  return (await own).url;
}

/**
 * Creates an empty database with a random name on the shared server.
 * @throws Error like `sharedPostgres`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const adminUrl = await sharedPostgres();
  const url = await createDatabase(adminUrl);
  const serverUrl = await giveToServerRole(adminUrl, url);
  return { url, serverUrl, drop: () => dropDatabase(adminUrl, url) };
}

/**
 * What a test imports to get a PostgreSQL database of its own. A test run starts one server and names it in
 * `SVC_TEST_POSTGRES_URL`; a test file that is run by hand starts one itself.
 */
import { createDatabase, dropDatabase, giveToServerRole } from "./databases.ts";
import { startPostgres } from "./server.ts";
import type { PostgresServer } from "./server.ts";

export { startPostgres } from "./server.ts";
export type { PostgresServer } from "./server.ts";

/** The variable by which a test run tells its test files where its server is. */
export const sharedServerVariable = "SVC_TEST_POSTGRES_URL";

/** A database for one test. */
export interface TestDatabase {
  /** `postgres://` URL of a user who may do everything in it, and whom row-level security does not bind. */
  readonly url: string;
  /** URL of the user for a server: it owns the database, and row-level security binds it. */
  readonly serverUrl: string;
  /** Drops it, ending its connections; may be called twice. */
  drop(): Promise<void>;
}

let own: Promise<PostgresServer> | undefined;

/**
 * The administrator's URL of the server that all test files of a run use: the run's, or one that this process starts
 * once and that ends with it.
 * @throws Error when there is no PostgreSQL; a test must fail then, never skip.
 */
export async function sharedPostgres(): Promise<string> {
  const given = process.env[sharedServerVariable];
  if (given !== undefined && given !== "") return given;
  own ??= startPostgres();
  return (await own).url;
}

/**
 * Makes an empty database with a random name on the shared server.
 * @throws Error as `sharedPostgres`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const adminUrl = await sharedPostgres();
  const url = await createDatabase(adminUrl);
  const serverUrl = await giveToServerRole(adminUrl, url);
  return { url, serverUrl, drop: () => dropDatabase(adminUrl, url) };
}

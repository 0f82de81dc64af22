/** Work on the database, and how durable it is. */
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** The database or a transaction on it. */
export type Queries = Kysely<Tables>;

/** Work on the database. `repeated` means that a first run may already have written. */
export type Work<T> = (queries: Queries, repeated: boolean) => Promise<T>;

/**
 * Whether a commit waits for the disk. An `async` commit survives a crash of this process, but not necessarily one of
 * the machine.
 */
export type Durability = "synced" | "async";

/** What runs on the database, and how long what it wrote has to last. */
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** The database or a transaction on it. */
export type Queries = Kysely<Tables>;

/** Work on the database; told that it is `repeated` where its first run may have been written. */
export type Work<T> = (queries: Queries, repeated: boolean) => Promise<T>;

/** Whether a commit waits for the disk. An `async` one survives this process, but may be lost with the machine. */
export type Durability = "synced" | "async";

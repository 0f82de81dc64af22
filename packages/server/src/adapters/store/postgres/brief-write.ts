/** A small write that leaves nothing behind, to find out whether PostgreSQL takes writes. */
import { sql } from "kysely";
import type { WriteFault } from "../../../domain/database/port.ts";
import type { StoreContext } from "../context.ts";
import { StoreError } from "../errors.ts";
import { faultOf, noResponse } from "../faults.ts";

/** Writes. @throws StoreError */
export async function writeBriefly(context: StoreContext): Promise<void> {
  await context.write("none", async (queries) => {
    // A new table needs room where new rows do. Room for the log alone isn't enough.
    await sql`create temporary table svc_room (line text) on commit drop`.execute(queries);
    await sql`insert into svc_room values ('')`.execute(queries);
  });
}

/** Writes, and returns why that failed; null if it succeeded or only this write isn't allowed. */
export async function tryWrite(context: StoreContext): Promise<WriteFault | null> {
  try {
    await writeBriefly(context);
    return null;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return faultOf(error.code) ?? (error.unanswered ? noResponse : null);
  }
}

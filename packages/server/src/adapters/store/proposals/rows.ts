/** Maps proposals from and to their table. */
import { waitingProposalStatuses } from "@svc/contract";
import { sql } from "kysely";
import type { ProposalRow } from "../../../domain/proposals/port.ts";
import { columnsOf, rowOf } from "../rows.ts";
import type { ProposalsTable } from "../tables.ts";

/**
 * The SQL condition for a waiting proposal: one that is pending, or approved and unused. It repeats the condition of
 * partial indexes word for word, because they aren't used otherwise.
 */
export const isWaiting = `status IN (${waitingProposalStatuses.map((status) => `'${status}'`).join(", ")})`;

/** The same for Kysely. */
export const waits = sql.raw<boolean>(isWaiting);

export const proposalRow = rowOf("proposals");

export function proposalColumns(row: ProposalRow): ProposalsTable {
  return columnsOf("proposals", row);
}

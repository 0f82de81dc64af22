/**
 * Uses up an approved proposal, in the transaction that writes its execution's record. An approval is used at most once, because
 * `approved` → `accepted` is a conditional update; its key is then free for the claim that follows.
 */
import type { Queries } from "../context.ts";
import { statement } from "../statements/statement.ts";

/** What using a proposal needs of the record. */
export type UsedProposal = {
  id: string;
  proposalId: string;
  clientId: string;
  tenantId: string;
  idempotencyKey: string;
  createdAt: number;
};

const set = "set status = 'accepted', execution_id = :id, sealed = null, ended_at = :createdAt";

const accept = statement<UsedProposal>(
  "proposals.accept",
  `update proposals ${set}
   where id = :proposalId and client_id = :clientId and status = 'approved' and expires_at > :createdAt`,
);

const acceptLost = statement<UsedProposal>(
  "proposals.accept_lost",
  `update proposals ${set} where id = :proposalId and client_id = :clientId and execution_id = ''`,
);

const freeKey = statement<UsedProposal>(
  "proposals.free_key",
  `update idempotency_keys set state = 'freed', answer = null
   where client_id = :clientId and tenant_id = :tenantId and key = :idempotencyKey and state = 'proposed'`,
);

/** @returns whether the approval was there to be used, and the key still belongs to the proposal. */
export async function acceptProposal(queries: Queries, used: UsedProposal): Promise<boolean> {
  return (await accept.changed(queries, used)) === 1 && (await freeKey.changed(queries, used)) === 1;
}

/** For a record that the database lost, and whose request was sent: its proposal is used up, whatever state it came back in. */
export async function acceptLostProposal(queries: Queries, used: UsedProposal): Promise<void> {
  await acceptLost.changed(queries, used);
  await freeKey.changed(queries, used);
}

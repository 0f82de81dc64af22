/**
 * Uses up a proposal's approval, in the transaction that writes its execution's record. An approval is used at most
 * once, because `approved` → `accepted` is a conditional update. Its key is then free for the claim that follows.
 */
import type { Queries } from "../context.ts";
import { statement } from "../statements/statement.ts";

/** The fields of the record that identify its proposal. */
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
  `update idempotency_keys set state = 'freed', response = null
   where client_id = :clientId and tenant_id = :tenantId and key = :idempotencyKey and state = 'proposed'`,
);

/** @returns whether the proposal was approved and unused, and the key still belongs to it. */
export async function acceptProposal(queries: Queries, used: UsedProposal): Promise<boolean> {
  return (await accept.changed(queries, used)) === 1 && (await freeKey.changed(queries, used)) === 1;
}

/** Uses up the proposal of a record that the database lost and whose request was sent, whatever its restored state. */
export async function acceptLostProposal(queries: Queries, used: UsedProposal): Promise<void> {
  await acceptLost.changed(queries, used);
  await freeKey.changed(queries, used);
}

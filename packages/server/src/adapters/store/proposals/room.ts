/** Reads what decides whether one more proposal may wait. */
import type { Queries } from "../context.ts";
import type { KeyScope } from "../../../domain/idempotency/port.ts";
import type { ProposalRow } from "../../../domain/proposals/port.ts";
import { findShortage, type Shortage, type WaitingLimits } from "../../../domain/proposals/waiting.ts";
import { parsedJson } from "../text.ts";
import { waits } from "./rows.ts";

/** The part of a new proposal that decides. */
export type Asker = Pick<ProposalRow, "clientId" | "connectionId" | "keyId" | "tokenId" | "tokenChain">;

/**
 * Finds why no more may wait; null if there is room, and `taken` if another request has the key. In a write, the
 * client's journal is locked first, so no two proposals of a client are counted concurrently.
 */
export async function findRoom(
  queries: Queries,
  asker: Asker,
  { clientId, tenantId, key }: KeyScope,
  limits: WaitingLimits,
): Promise<Shortage | "taken" | null> {
  const known = await queries
    .selectFrom("idempotency_keys")
    .select(["state", "attempt"])
    .where("client_id", "=", clientId)
    .where("tenant_id", "=", tenantId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (known !== undefined && known.state !== "freed") return "taken";
  const onConnection = await queries
    .selectFrom("proposals")
    .select(["key_id as keyId", "token_id as tokenId"])
    .where("connection_id", "=", asker.connectionId)
    .where(waits)
    .execute();
  // Only the first attempt with a key counts towards a budget.
  const countsForBudget = (known?.attempt ?? 0) === 0;
  const facts = {
    onConnection: onConnection.map(({ keyId, tokenId }) => ({ keyId, isByToken: tokenId !== "" })),
    chains: await waitingChains(queries, asker),
    budgets: countsForBudget ? await budgetsOf(queries, asker) : [],
  };
  return findShortage(asker, facts, limits);
}

/** The chains of the waiting proposals that begin with the asker's oldest token. */
async function waitingChains(queries: Queries, { clientId, tokenChain }: Asker): Promise<string[][]> {
  const [oldest] = tokenChain;
  if (oldest === undefined) return [];
  // As JSON, all of these chains begin with this text, and "#" is the character after the quotation mark.
  const start = `["${oldest}`;
  const rows = await queries
    .selectFrom("proposals")
    .select("token_chain")
    .where("client_id", "=", clientId)
    .where(waits)
    .where("token_chain", ">=", `${start}"`)
    .where("token_chain", "<", `${start}#`)
    .execute();
  return rows.map(({ token_chain }) => parsedJson<string[]>(token_chain));
}

async function budgetsOf(queries: Queries, { clientId, tokenChain }: Asker) {
  if (tokenChain.length === 0) return [];
  const rows = await queries
    .selectFrom("delegated_tokens")
    .select(["id", "used_executions as usedExecutions", "max_executions as maxExecutions"])
    .where("client_id", "=", clientId)
    .where("id", "in", tokenChain)
    .execute();
  return rows.flatMap(({ maxExecutions, ...row }) => (maxExecutions === null ? [] : [{ ...row, maxExecutions }]));
}

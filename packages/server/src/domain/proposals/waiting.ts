/** Whether one more proposal may wait (contract §1.16). Pure. */
import { ServiceError } from "@svc/contract";

/** The maximum numbers of pending and approved proposals. */
export type WaitingLimits = {
  perConnection: number;
  /** On one connection: of one service key, and separately of all delegated tokens created with it. */
  perAsker: number;
  /** Of a delegated token and the tokens created with it, on all connections. */
  perToken: number;
};

/** The limits. No asker can take all the places of a connection, and no agent fills a person's list. */
export const waitingLimits: WaitingLimits = { perConnection: 100, perAsker: 50, perToken: 10 };

/** Why no more may wait. `budget`: with those that wait, the token has used up its `maxExecutions`. */
export type Shortage = "connection" | "asker" | "token" | "budget";

/** The proposals that wait, and the budgets of the caller's tokens. */
export type WaitingFacts = {
  onConnection: readonly { keyId: string; isByToken: boolean }[];
  /** The chains of the tokens with which the waiting proposals under the caller's oldest token were made. */
  chains: readonly (readonly string[])[];
  budgets: readonly { id: string; usedExecutions: number; maxExecutions: number }[];
};

/** Finds why no more may wait; null if there is room. */
export function findShortage(
  { keyId, tokenId }: { keyId: string; tokenId: string },
  { onConnection, chains, budgets }: WaitingFacts,
  limits: WaitingLimits,
): Shortage | null {
  const isSpent = budgets.some(({ id, usedExecutions, maxExecutions }) => {
    const waiting = chains.filter((chain) => chain.includes(id)).length;
    return usedExecutions + waiting >= maxExecutions;
  });
  if (isSpent) return "budget";
  const isByToken = tokenId !== "";
  if (isByToken && chains.length >= limits.perToken) return "token";
  const own = onConnection.filter((one) => one.keyId === keyId && one.isByToken === isByToken);
  if (own.length >= limits.perAsker) return "asker";
  return onConnection.length >= limits.perConnection ? "connection" : null;
}

/** Returns the error for the caller. */
export function shortageError(shortage: Shortage, connection_id: string): ServiceError {
  if (shortage === "budget") {
    const detail =
      "The executions and the waiting proposals of the delegated token, or of a token it was created from, use up its `maxExecutions`; nothing was proposed or sent. Once a proposal was denied or has expired, or with a new token, repeat the call with the same key.";
    return new ServiceError("TOKEN_BUDGET_EXHAUSTED", { connection_id, detail });
  }
  const then = "nothing was proposed or sent. Once some have been decided or have expired, send the same request.";
  const { perAsker, perToken } = waitingLimits;
  if (shortage === "token") {
    const detail = `The delegated token, with the tokens it shares its first parent with, has the maximum of ${String(perToken)} pending proposals; ${then}`;
    return new ServiceError("PROPOSALS_FULL", { connection_id, detail });
  }
  if (shortage === "asker") {
    const detail = `This service key, or the delegated tokens created with it, have the maximum of ${String(perAsker)} pending proposals for this connection; ${then}`;
    return new ServiceError("PROPOSALS_FULL", { connection_id, detail });
  }
  return new ServiceError("PROPOSALS_FULL", { connection_id });
}

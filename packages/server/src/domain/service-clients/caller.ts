/** The authenticated caller and its reach. */
import { ServiceError, type OperationReach, type PolicyRule } from "@svc/contract";
import type { Actor } from "../journal/port.ts";
import type { Covered, DelegatedTokenRow, ServiceClientRow } from "./port.ts";
import type { TenantReach } from "../records/documents.ts";

/** A service client, and the public id of the key in its request. */
export type Caller = {
  /** With a delegated token, its policy is already narrowed to what the token may execute. */
  client: ServiceClientRow;
  /** "" for an operator. With a delegated token, the key from which the token was issued. */
  keyId: string;
  /** The public id of the operator's token, if an operator acts for the client in the console. */
  operatorId?: string;
  /** The key's own rules; absent if it has none. */
  keyPolicy?: readonly PolicyRule[];
  /** Whether the key may decide on proposals; false or absent for a delegated token. */
  mayDecide?: boolean;
  /** The tenants of its client that it reaches. */
  tenants: TenantReach;
  /** The delegated token of its request; absent for a service key. */
  token?: CallerToken;
};

/** A delegated token in use, with its coverage. */
export type CallerToken = Covered & {
  row: DelegatedTokenRow;
  /** Its ancestors and itself, oldest first. */
  chain: readonly DelegatedTokenRow[];
};

/** Returns the actor of a caller's actions for audit events. */
export function actorOf({ keyId, operatorId, token }: Pick<Caller, "keyId" | "operatorId" | "token">): Actor {
  if (operatorId !== undefined) return `operator:${operatorId}`;
  return token === undefined ? `key:${keyId}` : `token:${token.row.id}`;
}

/** Refuses an operation that requires a wider reach than the caller's. @throws ServiceError NOT_PERMITTED. */
export function refuseBeyondReach(caller: Pick<Caller, "tenants" | "token">, reach: OperationReach): void {
  const isDelegated = caller.token !== undefined;
  if ((isDelegated && reach !== "delegated") || (caller.tenants !== null && reach === "client")) {
    throw new ServiceError("NOT_PERMITTED");
  }
}

/** Whether a caller may see a connection. */
export function coversConnection({ token }: Pick<Caller, "token">, connectionId: string): boolean {
  return token?.connections?.includes(connectionId) ?? true;
}

/** Whether a caller may see the executions of an action on a connection. */
export function coversExecution(
  caller: Pick<Caller, "token">,
  { connectionId, provider, actionId }: { connectionId: string; provider: string; actionId: string },
): boolean {
  const isActionCovered = caller.token?.actions?.includes(`${provider}/${actionId}`) ?? true;
  return isActionCovered && coversConnection(caller, connectionId);
}

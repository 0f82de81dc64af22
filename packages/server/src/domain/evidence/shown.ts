/**
 * What a delegated token learns from looks: only what it could read itself (contract §4.13). Otherwise a lost write
 * would tell it whether the value that it guessed is the one at the provider.
 */
import type { Execution } from "@svc/contract";
import type { ActionLookup } from "../catalog/lookup.ts";
import { coversExecution, type Caller } from "../service-clients/caller.ts";

/** The action of an execution, and its connection. */
export type LookedFor = { provider: string; actionId: string; connectionId: string };

/** Whether a caller could make all the reads of a look itself. */
export function mayLook(
  { actions }: { actions: Pick<ActionLookup, "find"> },
  caller: Pick<Caller, "token">,
  { provider, actionId, connectionId }: LookedFor,
): boolean {
  if (caller.token === undefined) return true;
  const needs = actions.find(provider, actionId)?.action.evidence?.needs ?? null;
  return needs?.every((need) => coversExecution(caller, { connectionId, provider, actionId: need })) ?? false;
}

/** An execution as a caller may see it: the status, and the looks only if it could read the same itself. */
export function shownTo(
  deps: { actions: Pick<ActionLookup, "find"> },
  caller: Pick<Caller, "token">,
  execution: Execution,
): Execution {
  if (execution.evidence.length === 0) return execution;
  const { provider, action_id: actionId, connection_id: connectionId } = execution;
  return mayLook(deps, caller, { provider, actionId, connectionId }) ? execution : { ...execution, evidence: [] };
}

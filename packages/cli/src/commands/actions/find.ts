/** Finds one of a tenant's actions. If there is none with this id, says which one was probably meant. */
import type { Action } from "@svc/contract";
import { closestName } from "@svc/contract/terminal";
import { ApiError, splitActionId, type TenantScope } from "@svc/sdk";
import { CommandFailure } from "../../failure.ts";

/** @throws CommandFailure exit 4 for an action that the tenant can't use. */
export async function findAction(tenant: TenantScope, provider: string, actionId: string): Promise<Action> {
  try {
    return await tenant.actions.get(provider, actionId);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "ACTION_NOT_FOUND") throw error;
    const known = await tenant.actions.list(provider).catch(() => []);
    throw unknownAction(
      provider,
      actionId,
      known.map(({ id }) => id),
    );
  }
}

/** The error for an action that isn't among those of its provider. */
export function unknownAction(provider: string, actionId: string, known: readonly string[]): CommandFailure {
  const { id } = splitActionId(actionId);
  const meant = closestName(id, known);
  const hint = meant === null ? "" : ` Did you mean ${provider}/${meant}?`;
  const text = `${provider} has no action ${id}, or you can't use it.${hint} List its actions with: svc actions list ${provider}`;
  return new CommandFailure(4, text, { code: "ACTION_NOT_FOUND" });
}

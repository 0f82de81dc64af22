/** The public catalog stands in for the effective listing where no tenant is known. */
import type { Action } from "@svc/contract";
import type { Context } from "../context.ts";

/** Says on stderr that the public catalog was read. */
export function saysPublic(context: Context): void {
  context.say("No tenant: this is the public catalog. What a tenant may use is shown with SVC_TENANT_ID or --tenant.");
}

/** A provider's actions: the tenant's effective ones, or those of the public catalog. */
export async function actionsOf(context: Context, provider: string): Promise<readonly Action[]> {
  if (context.hasTenant) return await context.tenant().actions.list(provider);
  const page = await context.catalog().provider(provider);
  saysPublic(context);
  return page.actions;
}

/** Reads the public catalog if no tenant is set. */
import type { Action } from "@svc/contract";
import type { Context } from "../context.ts";

/** Says on stderr that the public catalog was read. */
export function notePublicCatalog(context: Context): void {
  context.say(
    "No tenant is set, so this is the public catalog. For what a tenant can use, set SVC_TENANT_ID or --tenant.",
  );
}

/** A provider's actions: those that the tenant can use, or those of the public catalog. */
export async function readActions(context: Context, provider: string): Promise<readonly Action[]> {
  if (context.hasTenant) return await (await context.tenant()).actions.list(provider);
  const page = await context.catalog().provider(provider);
  notePublicCatalog(context);
  return page.actions;
}

/** `svc tokens revoke`: one token, or those of a tenant or label. */
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { dropUndefined } from "../paging.ts";

/** Revokes tokens. Without an id, `--tenant` or `--label` is required: SVC_TENANT_ID alone revokes nothing. */
export async function run(
  context: Context,
  [id]: readonly (string | undefined)[],
  { tenant, label }: { tenant?: string; label?: string },
): Promise<void> {
  const { delegatedTokens } = context.client();
  if (id !== undefined) {
    if (label !== undefined) throw new CommandFailure(2, "Pass a token or --label, not both.");
    context.show(await delegatedTokens.revoke(id));
    return;
  }
  if (tenant === undefined && label === undefined) {
    throw new CommandFailure(2, "Say what to revoke: a token, --label or --tenant.");
  }
  const tenant_id = tenant === undefined ? undefined : await context.tenantId(undefined);
  context.show(await delegatedTokens.revokeAll(dropUndefined({ tenant_id, label })));
}

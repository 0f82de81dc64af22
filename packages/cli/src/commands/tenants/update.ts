/** `svc tenants update`. */
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { dropUndefined } from "../paging.ts";

/** Renames a tenant, or changes its label. */
export async function run(
  context: Context,
  [id]: readonly (string | undefined)[],
  flags: { displayName?: string; label?: string },
): Promise<void> {
  if (Object.keys(flags).length === 0) throw new CommandFailure(2, "Say what to change: --display-name or --label.");
  const { displayName } = flags;
  const label = flags.label === "" ? null : flags.label;
  const change = dropUndefined({ displayName, label });
  context.show(await context.client().tenants.update(await context.tenantId(id), change));
}

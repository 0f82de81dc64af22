/** Chooses the auth kind of a new connection if the command line doesn't. */
import type { AuthKind } from "@svc/contract";
import type { TenantScope } from "@svc/sdk";
import { CommandFailure } from "../failure.ts";

/**
 * The provider's only auth kind, or that of the connection to reconnect.
 * @throws CommandFailure exit 2 if there are several.
 */
export async function inferredAuthKind(
  tenant: TenantScope,
  slug: string,
  connection: string | undefined,
): Promise<AuthKind> {
  const { authKinds } = await tenant.providers.get(slug);
  const [only, ...others] = authKinds;
  if (only !== undefined && others.length === 0) return only;
  if (connection !== undefined) return (await tenant.connections.get(connection)).authKind;
  throw new CommandFailure(2, `${slug} has several auth kinds; choose one with --auth-kind: ${authKinds.join(", ")}`);
}

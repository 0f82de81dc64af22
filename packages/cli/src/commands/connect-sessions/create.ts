/** `svc connect-sessions create`: the one place where the one-time token is printed, and on stdout only. */
import type { CreateConnectSession } from "@svc/contract";
import type { TenantScope } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { given } from "../paging.ts";

type Flags = {
  provider: string;
  origin: string;
  returnUrl: string;
  action?: string[];
  authKind?: string;
  connection?: string;
  completion?: string;
  idempotencyKey?: string;
};

/** Opens a session. */
export async function run(context: Context, _args: readonly string[], flags: Flags): Promise<void> {
  const tenant = context.tenant();
  if (flags.action === undefined && flags.connection === undefined) {
    throw new CommandFailure(
      2,
      "--action is needed at least once, unless --connection reconnects with the present grants.",
    );
  }
  const authKind = flags.authKind ?? (await inferredAuthKind(tenant, flags.provider, flags.connection));
  const body = {
    provider: flags.provider,
    authKind,
    allowedOrigin: flags.origin,
    returnUrl: flags.returnUrl,
    ...given({ requestedActions: flags.action, connection_id: flags.connection, completion: flags.completion }),
  } as CreateConnectSession;
  const idempotencyKey = context.keyOf(flags.idempotencyKey);
  const session = await tenant.connectSessions.create(body, { idempotencyKey });
  context.show(session);
  context.say(
    session.token === undefined
      ? "This key has been used: the session is the one made then, and its token was shown then only."
      : "The token works once and is not shown again. Hand it to your frontend and to nobody else.",
  );
}

/** The provider's only kind, or that of the connection that is reconnected. */
async function inferredAuthKind(tenant: TenantScope, slug: string, connection: string | undefined): Promise<string> {
  const { authKinds } = await tenant.providers.get(slug);
  const [only, ...others] = authKinds;
  if (only !== undefined && others.length === 0) return only;
  if (connection !== undefined) return (await tenant.connections.get(connection)).authKind;
  throw new CommandFailure(2, `${slug} has several auth kinds; choose one with --auth-kind: ${authKinds.join(", ")}`);
}

/** `svc connect-sessions create`: the one place where the one-time token is printed, and on stdout only. */
import type { CreateConnectSession } from "@svc/contract";
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
  const authKind = flags.authKind ?? (await onlyAuthKind(context, flags.provider));
  const body = {
    provider: flags.provider,
    authKind,
    allowedOrigin: flags.origin,
    returnUrl: flags.returnUrl,
    ...given({ requestedActions: flags.action, connection_id: flags.connection, completion: flags.completion }),
  } as CreateConnectSession;
  const session = await tenant.connectSessions.create(body, given({ idempotencyKey: flags.idempotencyKey }));
  context.show(session);
  context.say("The token works once and is not shown again. Hand it to your frontend and to nobody else.");
}

async function onlyAuthKind(context: Context, slug: string): Promise<string> {
  const { authKinds } = await context.tenant().providers.get(slug);
  const [only, ...others] = authKinds;
  if (only !== undefined && others.length === 0) return only;
  throw new CommandFailure(2, `${slug} has several auth kinds; choose one with --auth-kind: ${authKinds.join(", ")}`);
}

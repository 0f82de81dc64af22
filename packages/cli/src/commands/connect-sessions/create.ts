/** `svc connect-sessions create`: the only command that prints the one-time token, and only on stdout. */
import type { CreateConnectSession } from "@svc/contract";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { inferredAuthKind } from "../auth-kind.ts";
import { evidenceAdvice } from "../evidence-advice.ts";
import { dropUndefined } from "../paging.ts";

type Flags = {
  provider: string;
  origin: string;
  returnUrl: string;
  action?: string[];
  event?: string[];
  authKind?: string;
  connection?: string;
  completion?: string;
  idempotencyKey?: string;
};

/** Creates a session. */
export async function run(context: Context, _args: readonly string[], flags: Flags): Promise<void> {
  const tenant = await context.tenant();
  if (flags.action === undefined && flags.connection === undefined) {
    throw new CommandFailure(
      2,
      "--action is required at least once, unless --connection reconnects with the current grants.",
    );
  }
  const authKind = flags.authKind ?? (await inferredAuthKind(tenant, flags.provider, flags.connection));
  const body = {
    provider: flags.provider,
    authKind,
    allowedOrigin: flags.origin,
    returnUrl: flags.returnUrl,
    ...dropUndefined({
      requestedActions: flags.action,
      requestedEvents: flags.event,
      connection_id: flags.connection,
      completion: flags.completion,
    }),
  } as CreateConnectSession;
  const idempotencyKey = context.ensureKey(flags.idempotencyKey);
  const session = await tenant.connectSessions.create(body, { idempotencyKey });
  context.show(session);
  for (const gap of session.evidenceGaps) context.say(evidenceAdvice(gap));
  context.say(
    session.token === undefined
      ? "This key was used before: this is the session that it created. Its token was shown only then."
      : "The token works once and isn't shown again. Pass it to your frontend, and keep it secret otherwise.",
  );
  context.say(`To wait for the user:\n  svc connect-sessions wait ${session.id}`);
}

/** `svc connect-sessions create`: the only command that prints the one-time token, and only on stdout. */
import type { ConnectSession, CreateConnectSession } from "@svc/contract";
import type { TenantScope } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { inferredAuthKind } from "../auth-kind.ts";
import { evidenceAdvice } from "../evidence-advice.ts";
import { dropUndefined } from "../paging.ts";

type Flags = {
  provider?: string;
  origin?: string;
  returnUrl?: string;
  action?: string[];
  event?: string[];
  authKind?: string;
  connection?: string;
  completion?: string;
  replace?: string;
  idempotencyKey?: string;
};

/** Creates a session; with `--replace`, one like another, which it then cancels. */
export async function run(context: Context, _args: readonly string[], flags: Flags): Promise<void> {
  const tenant = await context.tenant();
  const replaced = flags.replace === undefined ? null : await tenant.connectSessions.get(flags.replace);
  const body = replaced === null ? await bodyFrom(flags, tenant) : bodyLike(replaced);
  const idempotencyKey = context.ensureKey(flags.idempotencyKey);
  const session = await tenant.connectSessions.create(body, { idempotencyKey });
  context.show(session);
  // The new token is on the screen, whatever becomes of the old session.
  if (replaced !== null && canEnd(replaced)) await tenant.connectSessions.cancel(replaced.id);
  for (const gap of session.evidenceGaps) context.say(evidenceAdvice(gap));
  context.say(
    session.token === undefined
      ? "This key was used before: this is the session that it created. Its token was shown only then."
      : "The token works once and isn't shown again. Pass it to your frontend, and keep it secret otherwise.",
  );
  context.say(`To wait for the user:\n  svc connect-sessions wait ${session.id}`);
}

/** @throws CommandFailure exit 2 if a flag is missing. */
async function bodyFrom(flags: Flags, tenant: TenantScope): Promise<CreateConnectSession> {
  const { provider, origin, returnUrl } = flags;
  if (provider === undefined || origin === undefined || returnUrl === undefined) {
    throw new CommandFailure(
      2,
      "--provider, --origin and --return-url are required, unless --replace names a session.",
    );
  }
  if (flags.action === undefined && flags.connection === undefined) {
    throw new CommandFailure(
      2,
      "--action is required at least once, unless --connection reconnects with the current grants.",
    );
  }
  return {
    provider,
    authKind: flags.authKind ?? (await inferredAuthKind(tenant, provider, flags.connection)),
    allowedOrigin: origin,
    returnUrl,
    ...dropUndefined({
      requestedActions: flags.action,
      requestedEvents: flags.event,
      connection_id: flags.connection,
      completion: flags.completion,
    }),
  } as CreateConnectSession;
}

/** What a session was created with. @throws CommandFailure exit 1 if it has made its connection. */
function bodyLike(session: ConnectSession): CreateConnectSession {
  if (session.status === "completed") {
    throw new CommandFailure(
      1,
      `${session.id} is completed, and its connection is ${session.connection_id ?? "gone"}.`,
    );
  }
  const { provider, authKind, allowedOrigin, returnUrl, requestedActions, requestedEvents, completion } = session;
  const { connection_id: id } = session;
  const same = { provider, authKind, allowedOrigin, returnUrl, requestedActions, requestedEvents, completion };
  return { ...same, ...(id === null ? {} : { connection_id: id }) };
}

/** Whether a session still has a link that works. */
function canEnd({ status }: ConnectSession): boolean {
  return status === "pending" || status === "opened" || status === "authorizing";
}

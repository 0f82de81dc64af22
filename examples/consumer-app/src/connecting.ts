/** Connect sessions: opening one for a user, completing it, and learning its result, whatever the browser does. */
import { ApiError, NotFoundError, type ServiceClient } from "@svc/sdk";
import { Refusal } from "./http.ts";
import { useOf } from "./providers.ts";
import type { Started } from "./records.ts";
import type { Visit } from "./visit.ts";

/** A connection, as svc returns it. */
export type Connection = Awaited<ReturnType<ReturnType<ServiceClient["tenant"]>["connections"]["get"]>>;

const openStatuses: ReadonlySet<string> = new Set(["pending", "opened", "authorizing", "awaiting_confirmation"]);

/** Whether a session hasn't ended. */
export function isOpen({ status }: Pick<Started, "status">): boolean {
  return openStatuses.has(status);
}

/** Returns the tenant's connection to a provider that isn't disconnected; null if there is none. Harbor keeps one. */
export async function connectionOf({ tenant }: Visit, provider: string): Promise<Connection | null> {
  for await (const connection of tenant.connections.list({ provider })) {
    if (connection.status !== "disconnected") return connection;
  }
  return null;
}

/**
 * Opens a session. A tenant that has a connection reconnects it: a session without `connection_id` would create a
 * second one.
 *
 * @returns the data for the browser: the session, its one-time token, and how to show the hosted page.
 */
export async function startConnecting(visit: Visit, provider: string): Promise<object> {
  const { records, settings, tenant, user, now } = visit;
  const use = useOf(provider);
  const found = (await tenant.providers.list()).find(({ slug }) => slug === provider);
  const authKind = found?.authKinds[0];
  if (use === null || authKind === undefined) throw new Refusal(404, "Harbor can't connect to this provider.");
  // One session at a time: two open sessions could create two connections.
  for (const open of records.startedBy(user.id)) {
    if (open.provider === provider && isOpen(open)) await cancelConnecting(visit, open.id);
  }
  const current = await connectionOf(visit, provider);
  const session = await tenant.connectSessions.create({
    provider,
    authKind,
    allowedOrigin: settings.origin,
    returnUrl: `${settings.origin}/connected`,
    requestedActions: [...use.actions],
    completion: settings.completion,
    ...(current === null ? {} : { connection_id: current.id }),
  });
  // Only this user may complete it, so a forwarded link can't connect someone else's account.
  records.saveStarted(session.id, user.id, provider, now);
  const mode = authKind === "oauth2_authorization_code" ? "redirect" : "modal";
  return { session: { id: session.id, connectUrl: session.connectUrl }, token: session.token, mode };
}

/**
 * Handles a user's return from the hosted page. The browser's values are only a reason to ask svc.
 *
 * @param completionCode the code from the browser; "" if the session is `automatic`, or didn't get that far.
 */
export async function finishConnecting(visit: Visit, sessionId: string, completionCode: string): Promise<Started> {
  const started = ownSession(visit, sessionId);
  if (completionCode !== "") {
    try {
      const { status, error } = await visit.tenant.connectSessions.complete(sessionId, completionCode);
      visit.records.setStatus(sessionId, status, error?.code ?? "");
      return ownSession(visit, sessionId);
    } catch (error) {
      // A wrong code, or a session that has ended: its status shows what happened.
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
    }
  }
  return await refresh(visit, started);
}

/** Cancels a session that the user doesn't want to finish. */
export async function cancelConnecting(visit: Visit, sessionId: string): Promise<void> {
  const started = ownSession(visit, sessionId);
  try {
    const { status } = await visit.tenant.connectSessions.cancel(sessionId);
    visit.records.setStatus(sessionId, status, "");
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await refresh(visit, started);
  }
}

/** Returns the user's latest session for each provider. Asks svc about open ones: their browser may never return. */
export async function latestSessions(visit: Visit): Promise<Map<string, Started>> {
  const latest = new Map<string, Started>();
  for (const started of visit.records.startedBy(visit.user.id)) {
    if (latest.has(started.provider)) continue;
    latest.set(started.provider, isOpen(started) ? await refresh(visit, started) : started);
  }
  return latest;
}

async function refresh(visit: Visit, { id }: Started): Promise<Started> {
  const { status, error } = await visit.tenant.connectSessions.get(id).catch((error: unknown) => {
    // svc deletes old sessions.
    if (error instanceof NotFoundError) return { status: "expired", error: null } as const;
    throw error;
  });
  visit.records.setStatus(id, status, error?.code ?? "");
  return ownSession(visit, id);
}

function ownSession({ records, user }: Visit, sessionId: string): Started {
  const started = records.started(sessionId);
  if (started?.userId !== user.id) throw new Refusal(404, "You didn't start this.");
  return started;
}

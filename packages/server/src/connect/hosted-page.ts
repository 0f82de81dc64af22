/** What the hosted page may know of a session before anybody has shown its token: nothing that is secret. */
import { idPrefixes, isId } from "@svc/contract";
import type { ConnectDeps } from "./deps.ts";
import type { ConnectSessionStatus } from "./port.ts";
import { statusAt } from "./present.ts";

/** A session to whoever knows its address. */
export type HostedSession = { status: ConnectSessionStatus; allowedOrigin: string; returnUrl: string };

/** Finds a session by its id alone; null where there is none. */
export type FindHostedSession = (sessionId: string) => Promise<HostedSession | null>;

/** Makes the look-up. */
export function createFindHostedSession(deps: Pick<ConnectDeps, "store" | "platform">): FindHostedSession {
  return async (sessionId) => {
    const row = isId(idPrefixes.connectSession, sessionId) ? await deps.store.findById(sessionId) : null;
    if (row === null) return null;
    const { allowedOrigin, returnUrl } = row;
    return { status: statusAt(row, deps.platform.nowMs()), allowedOrigin, returnUrl };
  };
}

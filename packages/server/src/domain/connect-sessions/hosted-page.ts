/** The public facts that the hosted page may show before it has the session's token. */
import { idPrefixes, isId } from "@svc/contract";
import type { ConnectDeps } from "./deps.ts";
import { findParties, type Parties } from "./parties.ts";
import type { ConnectSessionStatus } from "./port.ts";
import { statusAt } from "./present.ts";

/** A session as shown to anyone who knows its address. */
export type HostedSession = Parties & { status: ConnectSessionStatus; allowedOrigin: string; returnUrl: string };

/** Finds a session by its id alone; null if there is none. */
export type FindHostedSession = (sessionId: string) => Promise<HostedSession | null>;

/** Creates the lookup. */
export function createFindHostedSession(
  deps: Pick<ConnectDeps, "store" | "platform" | "serviceClients" | "catalog">,
): FindHostedSession {
  return async (sessionId) => {
    const row = isId(idPrefixes.connectSession, sessionId) ? await deps.store.findById(sessionId) : null;
    if (row === null) return null;
    const { allowedOrigin, returnUrl } = row;
    const parties = await findParties(deps, row);
    return { ...parties, status: statusAt(row, deps.platform.nowMs()), allowedOrigin, returnUrl };
  };
}

/** The public facts that the hosted page may show before it has the session's token. */
import { idPrefixes, isId } from "@svc/contract";
import type { ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow, ConnectSessionStatus } from "./port.ts";
import { statusAt } from "./present.ts";

/** The two sides of a session. */
export type Parties = {
  app: {
    name: string;
    /** The id of its logo; null without one. */
    logoId: string | null;
  };
  provider: {
    name: string;
    /** Path data on a grid of 24 by 24; null without one. */
    logo: string | null;
  };
};

/** Finds the two sides of a session. An application without a display name gets its service client's name. */
export async function findParties(
  deps: Pick<ConnectDeps, "serviceClients" | "catalog">,
  session: Pick<ConnectSessionRow, "clientId" | "provider">,
): Promise<Parties> {
  const client = await deps.serviceClients.find(session.clientId);
  const provider = deps.catalog.provider(session.provider);
  const appName = client?.appName ?? "";
  return {
    app: { name: appName === "" ? (client?.name ?? "") : appName, logoId: client?.logo?.id ?? null },
    provider: { name: provider?.name ?? session.provider, logo: provider?.logo ?? null },
  };
}

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

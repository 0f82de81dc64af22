/** The application and the provider of a session, as shown to end users: each with a name and a logo. */
import type { ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow } from "./port.ts";

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

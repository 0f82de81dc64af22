/** Who asks and who is asked, as an end user knows them: the application and the provider, each with a name and a picture. */
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

/** Returns the two sides of a session. An application without a name for end users has its service client's. */
export async function partiesOf(
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

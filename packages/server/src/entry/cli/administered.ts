/** What commands administer: the deployment of this machine, or a server elsewhere. */
import type { AdminResult } from "@svc/contract";
import { createAdministration } from "../../domain/administration/administration.ts";
import type { Administration } from "../../domain/administration/port.ts";
import { fetchLogo } from "../../domain/service-clients/logo.ts";
import type { OperatorDeployment, OperatorEnvironment } from "./environment.ts";
import { createProgress, type OperatorIo } from "./io.ts";
import { openReviews } from "./mcp-providers.ts";
import { describeAdministered } from "./providers.ts";

/** The administration of an open deployment. */
export function localAdministration(
  io: OperatorIo,
  deployment: OperatorDeployment,
  environment: OperatorEnvironment,
): Administration {
  const { signing, cursors, keys, operators, vault, platform, newId } = deployment;
  const describe = () =>
    environment.providers.map((provider) => {
      const { slug, actions, takesApp, offersSecret } = provider;
      return { slug, actions, takesApp, offersSecret, described: describeAdministered(provider) };
    });
  let providers = describe();
  return createAdministration({
    store: { ...deployment, operators: operators.store },
    vault,
    keys,
    operatorSecrets: operators.secrets,
    signing,
    cursors,
    platform,
    newId,
    reviews: openReviews(deployment, environment),
    async loadProviders() {
      await deployment.loadProviders();
      providers = describe();
    },
    providers: () => providers,
    fetchLogo: (url) => fetchLogo(deployment.logos, url),
    environmentApps: () => environment.setting()?.oauthApps ?? [],
    eventRetentionDays: () => environment.setting()?.eventRetentionDays ?? 0,
    progress: createProgress(io, platform),
    actor: "operator",
  });
}

type Pages = { query: { limit: number; cursor?: string } };
type Page<Field extends string, Row> = Readonly<Record<Field, readonly Row[]>> & { nextCursor: string | null };

/** Reads every page of a listing. @param field what its pages call their rows. */
async function everyPage<Field extends string, Row>(
  field: Field,
  list: (call: Pages) => Promise<Page<Field, Row>>,
): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Field, Row> = await list({
      query: { limit: 100, ...(cursor === null ? {} : { cursor }) },
    });
    all.push(...page[field]);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

/** Every service client, whatever the number of pages. */
export function allServiceClients(
  administration: Pick<Administration, "listServiceClients">,
): Promise<AdminResult<"listServiceClients">["serviceClients"]> {
  return everyPage("serviceClients", (call) => administration.listServiceClients(call));
}

/** The same for operator tokens. */
export function allOperatorTokens(
  administration: Pick<Administration, "listOperatorTokens">,
): Promise<AdminResult<"listOperatorTokens">["operatorTokens"]> {
  return everyPage("operatorTokens", (call) => administration.listOperatorTokens(call));
}

/** The same for MCP servers. */
export function allMcpServers(
  administration: Pick<Administration, "listMcpServers">,
): Promise<AdminResult<"listMcpServers">["mcpServers"]> {
  return everyPage("mcpServers", (call) => administration.listMcpServers(call));
}

/** The same for OAuth apps. */
export function allOAuthApps(
  administration: Pick<Administration, "listOAuthApps">,
): Promise<AdminResult<"listOAuthApps">["oauthApps"]> {
  return everyPage("oauthApps", (call) => administration.listOAuthApps(call));
}

/** The same for the providers of the deployment. */
export function allDeployedProviders(
  administration: Pick<Administration, "listDeployedProviders">,
): Promise<AdminResult<"listDeployedProviders">["providers"]> {
  return everyPage("providers", (call) => administration.listDeployedProviders(call));
}

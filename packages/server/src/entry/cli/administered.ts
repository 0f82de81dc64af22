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
      const { slug, actions, takesApp } = provider;
      return { slug, actions, takesApp, described: describeAdministered(provider) };
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

/** Reads every page of a listing. */
async function everyPage<Row>(
  list: (call: Pages) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>,
): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({
      query: { limit: 100, ...(cursor === null ? {} : { cursor }) },
    });
    all.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

/** Every service client, whatever the number of pages. */
export function allServiceClients(
  administration: Pick<Administration, "listServiceClients">,
): Promise<AdminResult<"listServiceClients">["serviceClients"]> {
  return everyPage(async (call) => {
    const { serviceClients: rows, nextCursor } = await administration.listServiceClients(call);
    return { rows, nextCursor };
  });
}

/** The same for operator tokens. */
export function allOperatorTokens(
  administration: Pick<Administration, "listOperatorTokens">,
): Promise<AdminResult<"listOperatorTokens">["operatorTokens"]> {
  return everyPage(async (call) => {
    const { operatorTokens: rows, nextCursor } = await administration.listOperatorTokens(call);
    return { rows, nextCursor };
  });
}

/** The same for MCP servers. */
export function allMcpServers(
  administration: Pick<Administration, "listMcpServers">,
): Promise<AdminResult<"listMcpServers">["mcpServers"]> {
  return everyPage(async (call) => {
    const { mcpServers: rows, nextCursor } = await administration.listMcpServers(call);
    return { rows, nextCursor };
  });
}

/** The same for OAuth apps. */
export function allOAuthApps(
  administration: Pick<Administration, "listOAuthApps">,
): Promise<AdminResult<"listOAuthApps">["oauthApps"]> {
  return everyPage(async (call) => {
    const { oauthApps: rows, nextCursor } = await administration.listOAuthApps(call);
    return { rows, nextCursor };
  });
}

/** The same for the providers of the deployment. */
export function allDeployedProviders(
  administration: Pick<Administration, "listDeployedProviders">,
): Promise<AdminResult<"listDeployedProviders">["providers"]> {
  return everyPage(async (call) => {
    const { providers: rows, nextCursor } = await administration.listDeployedProviders(call);
    return { rows, nextCursor };
  });
}

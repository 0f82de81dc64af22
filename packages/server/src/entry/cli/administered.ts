/** What commands administer: the deployment of this machine, or a server elsewhere. */
import type { AdminResult } from "@svc/contract";
import { createAdministration } from "../../domain/administration/administration.ts";
import type { Administration } from "../../domain/administration/port.ts";
import { fetchLogo } from "../../domain/service-clients/logo.ts";
import type { OperatorDeployment, OperatorEnvironment } from "./environment.ts";
import { createProgress, type OperatorIo } from "./io.ts";
import { describeAdministered } from "./providers.ts";

/** The administration of an open deployment. */
export function localAdministration(
  io: OperatorIo,
  deployment: OperatorDeployment,
  environment: OperatorEnvironment,
): Administration {
  const { signing, cursors, keys, operators, vault, platform, newId } = deployment;
  const providers = environment.providers.map((provider) => {
    const { slug, actions, takesApp } = provider;
    return { slug, actions, takesApp, described: describeAdministered(provider) };
  });
  return createAdministration({
    store: { ...deployment, operators: operators.store },
    vault,
    keys,
    operatorSecrets: operators.secrets,
    signing,
    cursors,
    platform,
    newId,
    providers: () => providers,
    fetchLogo: (url) => fetchLogo(deployment.logos, url),
    environmentApps: () => environment.setting()?.oauthApps ?? [],
    eventRetentionDays: () => environment.setting()?.eventRetentionDays ?? 0,
    progress: createProgress(io, platform),
    actor: "operator",
  });
}

/** Every service client, whatever the number of pages. */
export async function allServiceClients(
  administration: Administration,
): Promise<AdminResult<"listServiceClients">["serviceClients"]> {
  const all: AdminResult<"listServiceClients">["serviceClients"] = [];
  let cursor: string | undefined;
  do {
    const page = await administration.listServiceClients({
      query: { limit: 100, ...(cursor === undefined ? {} : { cursor }) },
    });
    all.push(...page.serviceClients);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** The same for operator tokens. */
export async function allOperatorTokens(
  administration: Administration,
): Promise<AdminResult<"listOperatorTokens">["operatorTokens"]> {
  const all: AdminResult<"listOperatorTokens">["operatorTokens"] = [];
  let cursor: string | undefined;
  do {
    const page = await administration.listOperatorTokens({
      query: { limit: 100, ...(cursor === undefined ? {} : { cursor }) },
    });
    all.push(...page.operatorTokens);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

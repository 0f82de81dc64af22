/** The facts that a person needs to decide on a proposal and to see its result. No page shows anything else. */
import { sensitiveKeyword, stillWaits } from "@svc/contract";
import type { Catalog } from "../catalog/catalog.ts";
import { selectTranslations } from "../connect-sessions/present.ts";
import type { ConnectionStore } from "../connections/port.ts";
import type { ExecutionStore } from "../executions/port.ts";
import { presentExecution } from "../records/record.ts";
import type { TenantStore } from "../tenants/port.ts";
import type { ProposalRow } from "./port.ts";
import type { CredentialContext } from "../vault/port.ts";

/** Dependencies for gathering the facts. */
export type FactsDeps = {
  connections: Pick<ConnectionStore, "find">;
  executions: Pick<ExecutionStore, "find">;
  tenants: Pick<TenantStore, "find">;
  catalog: Pick<Catalog, "find" | "provider">;
};

/** A proposal, with the resources that its ids refer to. */
export type ProposalFacts = {
  row: ProposalRow;
  /** The status by the clock: a pending or approved proposal past its expiry is expired, even if not yet recorded. */
  status: ProposalRow["status"];
  /** The tenant's name; "" if it was deleted. */
  tenantName: string;
  provider: {
    name: string;
    /** Path data on a grid of 24 by 24; null without one. */
    logo: string | null;
  };
  /** Null if this version doesn't have the action. */
  action: {
    title: string;
    /** The end user's consent text, in `language`. */
    consent: string;
    /** BCP 47. */
    language: string;
    /** The names of the input fields that contain secrets and are therefore not shown. */
    hiddenFields: readonly string[];
    /** Whether it declares a preview. If the proposal still has none, its caller wasn't allowed to make its reads. */
    hasPreview: boolean;
  } | null;
  /** The connection's account at the provider; null if the connection is gone. */
  account: { slug: string; name: string } | null;
  /** Null until there is one. */
  execution: Pick<ReturnType<typeof presentExecution>, "id" | "status" | "error"> | null;
};

/** Gathers the facts. @param languages BCP 47, in order of preference. */
export async function gatherFacts(
  deps: FactsDeps,
  row: ProposalRow,
  { languages, nowMs }: { languages: readonly string[]; nowMs: number },
): Promise<ProposalFacts> {
  const { clientId, tenantId, connectionId, executionId, provider: slug } = row;
  const [connection, tenant, execution] = await Promise.all([
    deps.connections.find(clientId, tenantId, connectionId),
    deps.tenants.find(clientId, tenantId),
    executionId === "" ? null : deps.executions.find(clientId, tenantId, executionId),
  ]);
  const provider = deps.catalog.provider(slug);
  return {
    row,
    status: stillWaits(row.status) && row.expiresAt <= nowMs ? "expired" : row.status,
    tenantName: tenant?.displayName ?? "",
    provider: { name: provider?.name ?? slug, logo: provider?.logo ?? null },
    action: actionOf(deps, row, languages),
    account: connection === null ? null : { slug: connection.accountSlug, name: connection.accountName },
    execution: execution === null ? null : presentExecution(execution),
  };
}

function actionOf({ catalog }: FactsDeps, row: ProposalRow, languages: readonly string[]): ProposalFacts["action"] {
  const known = catalog.find(row.provider, row.actionId);
  if (known === null) return null;
  const { title, consent, input, preview } = known.action;
  const { language, translate } = selectTranslations(known.provider, languages);
  return {
    title,
    consent: translate(consent),
    language,
    hiddenFields: hiddenFieldsOf(input),
    hasPreview: preview !== null,
  };
}

/** Returns the fields whose whole value is secret. */
function hiddenFieldsOf(input: { properties: Readonly<Record<string, unknown>> }): string[] {
  return Object.entries(input.properties)
    .filter(([, field]) => (Object(field) as Readonly<Record<string, unknown>>)[sensitiveKeyword] === true)
    .map(([name]) => name);
}

/** Returns the context in which a proposal's input is sealed. */
export function inputContext(
  row: Pick<ProposalRow, "id" | "clientId" | "tenantId" | "provider" | "listedOrigin" | "actionId">,
): CredentialContext {
  const { id: connectionId, clientId, tenantId, provider, listedOrigin, actionId } = row;
  return {
    clientId,
    tenantId,
    connectionId,
    version: 1,
    purpose: "proposal",
    provider,
    listedOrigin,
    grantedActions: [actionId],
  };
}

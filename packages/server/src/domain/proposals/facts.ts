/** What a person needs to know to decide about a proposal, and to see what became of it. No page shows anything else. */
import { sensitiveKeyword, stillWaits } from "@svc/contract";
import type { Catalog } from "../catalog/catalog.ts";
import { selectTranslations } from "../connect-sessions/present.ts";
import type { ConnectionStore } from "../connections/port.ts";
import type { ExecutionStore } from "../executions/port.ts";
import { presentExecution } from "../executions/record.ts";
import type { TenantStore } from "../tenants/port.ts";
import type { ProposalRow } from "./port.ts";

/** What gathering the facts needs. */
export type FactsDeps = {
  connections: Pick<ConnectionStore, "find">;
  executions: Pick<ExecutionStore, "find">;
  tenants: Pick<TenantStore, "find">;
  catalog: Pick<Catalog, "find" | "provider">;
};

/** A proposal with what its ids stand for. */
export type ProposalFacts = {
  row: ProposalRow;
  /** Pending and approved proposals expire whether or not that is recorded yet. */
  status: ProposalRow["status"];
  /** The tenant's name; "" if it was deleted. */
  tenantName: string;
  provider: {
    name: string;
    /** Path data on a grid of 24 by 24; null without one. */
    logo: string | null;
  };
  /** Null if this version doesn't know the action. */
  action: {
    title: string;
    /** What the end user agreed to, in `language`. */
    consent: string;
    /** BCP 47. */
    language: string;
    /** The names of the input's fields that hold secrets, and so are not shown. */
    hiddenFields: readonly string[];
    /** Whether it has a preview. A proposal without one then comes from a caller that may not make the preview's reads. */
    hasPreview: boolean;
  } | null;
  /** The connection's account at the provider; null if the connection is gone. */
  account: { slug: string; name: string } | null;
  /** Null until it is accepted. */
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

/** Fields whose whole value is secret. */
function hiddenFieldsOf(input: { properties: Readonly<Record<string, unknown>> }): string[] {
  return Object.entries(input.properties)
    .filter(([, field]) => (Object(field) as Readonly<Record<string, unknown>>)[sensitiveKeyword] === true)
    .map(([name]) => name);
}

/** The facts that a person needs to decide on a proposal and to see its result. No page shows anything else. */
import { holdsMark, ServiceError, stillWaits } from "@svc/contract";
import type { Catalog } from "../catalog/catalog.ts";
import { selectTranslations } from "../connect-sessions/present.ts";
import type { ConnectionStore } from "../connections/port.ts";
import type { ExecutionStore } from "../executions/port.ts";
import { presentExecution } from "../records/record.ts";
import type { TenantStore } from "../tenants/port.ts";
import type { ProposalRow } from "./port.ts";
import { openInput, type OpenInputDeps } from "./sealed-input.ts";
import { showInput, type ShownField } from "./shown-input.ts";

/** Dependencies for gathering the facts. */
export type FactsDeps = {
  connections: Pick<ConnectionStore, "find">;
  executions: Pick<ExecutionStore, "find">;
  tenants: Pick<TenantStore, "find">;
  catalog: Pick<Catalog, "find" | "provider">;
} & OpenInputDeps;

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
    /** Whether it declares a preview. If the proposal still has none, its caller wasn't allowed to make its reads. */
    hasPreview: boolean;
  } | null;
  input: ProposalInput;
  /** The connection's account at the provider; null if the connection is gone. */
  account: { slug: string; name: string } | null;
  /** Null until there is one. */
  execution: Pick<ReturnType<typeof presentExecution>, "id" | "status" | "error"> | null;
};

/**
 * What is shown of the input. `whole`: all but the values of secrets. `recorded`: only what records keep, because the
 * proposal has been decided. `withheld`: only what records keep, because the reader may not decide. `altered`: the
 * proposal isn't as it was proposed, so it isn't known what it would do.
 */
export type ProposalInput = { kind: "whole" | "recorded" | "withheld" | "altered"; fields: readonly ShownField[] };

/**
 * Gathers the facts.
 * @param reader.languages BCP 47, in order of preference. @param reader.mayDecide whether the reader may decide.
 * @throws ServiceError OVERLOADED while the vault is locked.
 */
export async function gatherFacts(
  deps: FactsDeps,
  row: ProposalRow,
  { languages, mayDecide, nowMs }: { languages: readonly string[]; mayDecide: boolean; nowMs: number },
): Promise<ProposalFacts> {
  const { clientId, tenantId, connectionId, executionId, provider: slug } = row;
  const [connection, tenant, execution] = await Promise.all([
    deps.connections.find(clientId, tenantId, connectionId),
    deps.tenants.find(clientId, tenantId),
    executionId === "" ? null : deps.executions.find(clientId, tenantId, executionId),
  ]);
  const provider = deps.catalog.provider(slug);
  const status = stillWaits(row.status) && row.expiresAt <= nowMs ? "expired" : row.status;
  return {
    row,
    status,
    input: await inputOf(deps, row, { status, mayDecide }),
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
  const { title, consent, preview } = known.action;
  const { language, translate } = selectTranslations(known.provider, languages);
  return {
    title,
    consent: translate(consent),
    language,
    hasPreview: preview !== null,
  };
}

async function inputOf(
  deps: FactsDeps,
  row: ProposalRow,
  { status, mayDecide }: { status: ProposalRow["status"]; mayDecide: boolean },
): Promise<ProposalInput> {
  const schema = deps.catalog.find(row.provider, row.actionId)?.action.input ?? null;
  const recorded = showInput(schema, row.summaryInput);
  const isWhole = schema !== null && !holdsMark(schema);
  // Content is for the person who decides, and only until the decision.
  if (status !== "pending" || schema === null) return { kind: isWhole ? "whole" : "recorded", fields: recorded };
  if (!mayDecide) return { kind: isWhole ? "whole" : "withheld", fields: recorded };
  const opened = await openInput(deps, row);
  if (opened === "later") throw new ServiceError("OVERLOADED");
  if (opened === "altered") return { kind: "altered", fields: recorded };
  return { kind: "whole", fields: showInput(schema, opened.input) };
}

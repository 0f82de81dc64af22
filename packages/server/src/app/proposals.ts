/** Creates the services for proposals: decisions on them, and the execution of approved ones. */
import type { RecordRefusal } from "../domain/audit/refusals.ts";
import { refuseWhileClosed } from "../domain/failover/watch.ts";
import { createProposals, type Proposals, type ProposalsDeps } from "../domain/proposals/proposals.ts";
import { recordRefusedDecisions } from "../domain/proposals/refused-decisions.ts";
import { createProposalRuns, type RunDeps } from "../domain/proposals/run.ts";
import { describeDefect } from "../entry/rest/problems.ts";
import type { AttemptParts } from "./executing.ts";

/** The services for proposals. `proposalRuns` ends due proposals and executes approved ones, once per call. */
export type ProposalServices = { proposals: Proposals; proposalRuns: ReturnType<typeof createProposalRuns> };

/** Creates them. @param services.knownActions the actions that a delegated token can name. */
export function createProposalServices(
  { resources, log, telemetry, apiUrl, inFlight, fence }: AttemptParts,
  services: {
    catalog: ProposalsDeps["actions"];
    knownActions: RunDeps["actions"];
    execute: RunDeps["executing"];
    recordRefusal: RecordRefusal;
  },
): ProposalServices {
  const { store, vault, platform, newId } = resources;
  const { hashes } = vault;
  const { metrics } = telemetry;
  const decisions = createProposals({
    store: store.proposals,
    connections: store.connections,
    serviceClients: store.serviceClients,
    tenants: store.tenants,
    actions: services.catalog,
    hashes,
    platform,
    newId,
    apiUrl,
    refuseWhileClosed: () => refuseWhileClosed(fence, "write"),
  });
  const proposalRuns = createProposalRuns({
    proposals: store.proposals,
    executing: services.execute,
    tokens: store.delegatedTokens,
    tenants: store.tenants,
    serviceClients: store.serviceClients,
    actions: services.knownActions,
    vault,
    hashes,
    platform,
    newId,
    inFlight,
    onAltered: (proposal_id) => {
      metrics.alteredRow("proposals");
      log.error({ proposal_id }, "a proposal was changed in the database, so it was withdrawn");
    },
    onFailure: (error) => {
      metrics.backgroundFailure("proposals");
      if (store.faultCode() === null) log.error({ cause: describeDefect(error) }, "an approved proposal failed");
    },
  });
  return { proposals: recordRefusedDecisions(decisions, services.recordRefusal), proposalRuns };
}

/** Creates the parts of executions: their credentials, their attempts, and the proposals that people decide on. */
import { idPrefixes } from "@svc/contract";
import type { Action } from "@svc/provider-kit";
import { watchAttempts, watchReplays } from "../adapters/telemetry/watched.ts";
import { credentialUse } from "../domain/journal/entry.ts";
import { createCredentialProvider, type CredentialProvider } from "../domain/connections/credential-provider.ts";
import { refreshDefaults, type RefreshDeps } from "../domain/connections/refresh-work.ts";
import { createRefresh } from "../domain/connections/refresh.ts";
import { createConnectionCache } from "../domain/executions/admit.ts";
import type { ExecuteDeps } from "../domain/executions/execute.ts";
import { settleDefaults } from "../domain/executions/settle.ts";
import { refuseWhileClosed } from "../domain/failover/watch.ts";
import { type ApprovedDeps, checkPlan } from "../domain/proposals/approved-call.ts";
import type { ProposalRow } from "../domain/proposals/port.ts";
import { createProposals, type Proposals } from "../domain/proposals/proposals.ts";
import { propose } from "../domain/proposals/propose.ts";
import { recordRefusedDecisions } from "../domain/proposals/refused-decisions.ts";
import { createProposalRuns, type RunDeps } from "../domain/proposals/run.ts";
import { readLimits, readRetryDefaults } from "../domain/provider-calls/reads.ts";
import { compileSchema, type SchemaCheck } from "../domain/schemas/compile.ts";
import { describeDefect } from "../entry/rest/problems.ts";
import type { Ground } from "./ground.ts";

/**
 * Creates the credentials of calls: opened by the vault, and refreshed first if they are OAuth tokens about to expire.
 */
export function createProviderCredentials(
  { resources, audit, log, lease, inFlight, telemetry, apps }: Ground,
  services: Pick<RefreshDeps, "credentials" | "tokenEndpoint">,
): CredentialProvider {
  const { store, platform } = resources;
  const { metrics } = telemetry;
  const refresh = createRefresh({
    ...services,
    apps,
    audit,
    store: store.credentialRefreshes,
    connections: store.connections,
    platform,
    ownerId: lease.ownerId,
    limits: refreshDefaults,
    onFault: (connection_id, what) =>
      log.error({ connection_id, what }, "a credential could not be refreshed properly"),
  });
  return createCredentialProvider({
    credentials: services.credentials,
    connections: store.connections,
    refreshes: store.credentialRefreshes,
    async refresh(subject, version) {
      const refreshed = await refresh(subject, version);
      metrics.refresh(subject.provider.slug, refreshed.kind);
      return refreshed;
    },
    platform,
    inFlight,
    onUnreadable(connection_id, isLocked) {
      const isAway = "a credential could not be opened: the root keys cannot be used";
      const isAltered = "a credential does not open: it, its connection or its tenant was changed in the database";
      if (!isLocked) metrics.alteredRow("credentials");
      log.error({ connection_id }, isLocked ? isAway : isAltered);
    },
  });
}

/** Creates the dependencies of `execute`. */
export function createExecuteDeps(
  ground: Ground,
  services: Pick<
    ExecuteDeps,
    "actions" | "credentials" | "refusedCredentials" | "bearerTokens" | "evidence" | "prospectOf"
  >,
): ExecuteDeps<ProposalRow> & ApprovedDeps {
  const { config, resources, log, lease, inFlight, inHand, fence, telemetry, limits, keys, recordRefusal } = ground;
  const { store, vault, platform, newId } = resources;
  const previews = {
    transport: limits.transport,
    platform,
    credentials: services.credentials,
    bearerTokens: services.bearerTokens,
    retry: readRetryDefaults,
    limits: readLimits,
    hashes: vault.hashes,
    onDefect: (action_id: string) => log.error({ action_id }, "a preview ran into a defect"),
  };
  return {
    ...services,
    keys,
    recordRefusal,
    store: store.executions,
    findProposed: ({ clientId, tenantId }, id) => store.proposals.find(clientId, tenantId, id),
    checkPlan: (approved, now) => checkPlan(previews, approved, now),
    propose: (call, claim) =>
      propose(
        { ...previews, proposals: store.proposals, actions: services.actions, vault, audit: store.audit, newId },
        call,
        claim,
      ),
    onDispatchRefused: () => fence.dispatchRefused(),
    transport: limits.transport,
    platform,
    lease,
    inFlight,
    inHand,
    connectionCache: createConnectionCache(platform),
    inputErrors: compiledOnce((action) => compileSchema(action.input, "/input")),
    validOutput,
    markNeedsReconnect: markNeedsReconnectBy(ground),
    newExecutionId: () => newId(idPrefixes.execution),
    credentialUse: (use) => credentialUse({ platform, newId }, use),
    admit(execution) {
      refuseWhileClosed(fence, execution.effect);
      return limits.admit(execution);
    },
    watch: watchAttempts({ ...telemetry, monotonicMs: platform.monotonicMs }),
    onReplay: watchReplays(telemetry),
    onDefect: (execution_id, what) => log.error({ execution_id, what }, "an attempt ran into a defect"),
    retry: readRetryDefaults,
    settle: settleDefaults,
    callTimeoutMs: config.callTimeoutMs,
  };
}

/** Marks a connection whose credential the provider refused, and records it. */
export function markNeedsReconnectBy({
  resources: { store, platform },
}: Pick<Ground, "resources">): ExecuteDeps["markNeedsReconnect"] {
  return async (connectionId, credentialVersion, { id: executionId }) => {
    const why = { by: "system", executionId } as const;
    await store.connections.markNeedsReconnect(connectionId, credentialVersion, platform.nowMs(), why);
  };
}

const outputErrors = compiledOnce((action) => compileSchema(action.output));

/** Whether an output matches the schema that its action declares. */
export function validOutput(action: Action, output: unknown): boolean {
  return outputErrors(action, output).length === 0;
}

/** Compiles a schema of each action when it is first used. */
export function compiledOnce(
  compile: (action: Action) => SchemaCheck,
): (action: Action, value: unknown) => ReturnType<SchemaCheck> {
  const checks = new WeakMap<Action, SchemaCheck>();
  return (action, value) => {
    const check = checks.get(action) ?? compile(action);
    checks.set(action, check);
    return check(value);
  };
}

/** The services for proposals. `proposalRuns` ends due proposals and executes approved ones, once per call. */
export type ProposalServices = { proposals: Proposals; proposalRuns: ReturnType<typeof createProposalRuns> };

/** Creates the services for proposals. @param execute executes the approved calls. */
export function createProposalServices(ground: Ground, execute: RunDeps["executing"]): ProposalServices {
  const { resources, log, telemetry, apiUrl, inFlight, fence, catalog, knownActions, recordRefusal } = ground;
  const { store, vault, platform } = resources;
  const { hashes } = vault;
  const { metrics } = telemetry;
  const decisions = createProposals({
    store: store.proposals,
    connections: store.connections,
    serviceClients: store.serviceClients,
    tenants: store.tenants,
    actions: catalog,
    vault,
    hashes,
    platform,
    apiUrl,
    refuseWhileClosed: () => refuseWhileClosed(fence, "write"),
  });
  const proposalRuns = createProposalRuns({
    proposals: store.proposals,
    executing: execute,
    tokens: store.delegatedTokens,
    tenants: store.tenants,
    serviceClients: store.serviceClients,
    actions: knownActions,
    vault,
    hashes,
    platform,
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
  return { proposals: recordRefusedDecisions(decisions, recordRefusal), proposalRuns };
}

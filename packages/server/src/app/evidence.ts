/**
 * Creates the server's parts of evidence: for looks at providers, and for attempts, which store facts for those looks.
 */
import { credentialUse } from "../domain/journal/entry.ts";
import { createLookInCall, createLooks, type Looks } from "../domain/evidence/looks.ts";
import { type EvidenceDeps, createProspectOf, type ProspectOf } from "../domain/evidence/examine.ts";
import { createMarkers } from "../domain/evidence/facts.ts";
import { readLimits, readRetryDefaults } from "../domain/provider-calls/reads.ts";
import { createSettleOnRequest, type SettleOnRequest } from "../domain/evidence/on-request.ts";
import type { AttemptEvidence } from "../domain/executions/attempt-deps.ts";
import { compileSchema } from "../domain/schemas/compile.ts";
import { describeDefect } from "../entry/rest/problems.ts";
import { compiledOnce, markNeedsReconnectBy, validOutput } from "./executing.ts";
import type { Ground } from "./ground.ts";

/** Evidence as the rest of the server uses it. */
export type EvidenceServices = {
  attempt: AttemptEvidence;
  settle: SettleOnRequest;
  prospectOf: ProspectOf;
  looks: Looks;
};

const factErrors = compiledOnce((action) => compileSchema(action.evidence?.facts ?? { not: {} }));

/** Creates the parts of evidence. */
export function createEvidence(
  ground: Ground,
  calls: Pick<EvidenceDeps, "actions" | "credentials" | "refusedCredentials" | "bearerTokens">,
): EvidenceServices {
  const { config, resources, log, telemetry, limits, inFlight } = ground;
  const { store, vault, platform, clock, newId } = resources;
  const { metrics } = telemetry;
  const tenantDigests = (tenantId: string) => vault.tenantDigests(tenantId);
  const deps: EvidenceDeps = {
    store: store.looks,
    connections: store.connections,
    serviceClients: store.serviceClients,
    ...calls,
    clock,
    settings: config.settle,
    limits: readLimits,
    transport: limits.transport,
    platform,
    retry: readRetryDefaults,
    markerOf: createMarkers(vault.hashes),
    tenantDigests,
    validOutput,
    markNeedsReconnect: markNeedsReconnectBy(ground),
    onDefect: (execution_id, what) => log.error({ execution_id, what }, "a look ran into a defect"),
    async recordUse({ execution, action, evidence, sealed }, actor) {
      const { id: executionId, clientId, tenantId, connectionId } = execution;
      const { version: credentialVersion, provider } = sealed;
      // Recorded under the reads that it uses, because the end user agreed to those.
      for (const actionId of evidence.needs.length === 0 ? [action.id] : evidence.needs) {
        const use = { clientId, tenantId, connectionId, credentialVersion, executionId, actionId, actor };
        await store.audit.append(
          credentialUse({ platform, newId }, { ...use, provider: provider.slug, effect: "read" }),
        );
      }
    },
    onSettled({ basis, provider, seconds }) {
      metrics.settlement({ by: "evidence", basis });
      metrics.settledAfter(provider, seconds);
    },
  };
  const { markerOf, onSettled } = deps;
  return {
    attempt: {
      isOn: config.settle.mode !== "off",
      markerOf,
      conformingFacts: (action, facts) => factErrors(action, facts).length === 0,
      tenantDigests,
      lookInCall: createLookInCall(deps),
      onSettled,
      onContradicted(execution_id) {
        metrics.contradiction();
        log.error({ execution_id }, "a late response contradicts what evidence has settled");
      },
    },
    prospectOf: createProspectOf(deps),
    settle: createSettleOnRequest({ ...deps, admit: limits.admit }),
    looks: createLooks({
      ...deps,
      admit: limits.admit,
      inFlight,
      onFailure: (error) => {
        metrics.backgroundFailure("looks");
        if (store.faultCode() === null) log.error({ cause: describeDefect(error) }, "a look failed");
      },
    }),
  };
}

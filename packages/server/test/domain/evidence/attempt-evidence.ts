/** The evidence of attempts in tests: a marker derived from the execution's id, readable digests, and no look. */
import { toMarker } from "@svc/provider-kit";
import type { AttemptEvidence } from "../../../src/domain/executions/attempt-deps.ts";
import type { TenantDigests } from "../../../src/domain/vault/port.ts";
import { auditEvent } from "../../../src/domain/journal/entry.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { newId } from "../../adapters/store/samples.ts";

/** Digests without a key, which show what was compared. */
export const plainDigests: TenantDigests = {
  digest: (data) => `1.${data.join("|")}`,
  isOf: (data, digest) => (digest.startsWith("1.") ? digest === `1.${data.join("|")}` : null),
};

const audited = { platform: systemPlatform, newId };

/** @param change the parts that a test replaces. */
export function attemptEvidence(change: Partial<AttemptEvidence> = {}): AttemptEvidence {
  return {
    isOn: true,
    markerOf: ({ id }) => toMarker(Buffer.from(id.slice(-16).padStart(16, "0"))),
    conformingFacts: () => true,
    tenantDigests: () => Promise.resolve(plainDigests),
    lookInCall: () => Promise.resolve(null),
    settledEvent: ({ id: subject, clientId, tenantId }, { status, basis }, actor) =>
      auditEvent(audited, "action_execution.settled", {
        clientId,
        tenantId,
        subject,
        actor,
        data: { basis, outcome: status },
      }),
    contradictedEvent: ({ id: subject, clientId, tenantId, status }, { verdict }) =>
      auditEvent(audited, "action_execution.contradicted", {
        clientId,
        tenantId,
        subject,
        actor: "system",
        data: { response: verdict, outcome: status },
      }),
    onSettled: () => undefined,
    onContradicted: () => undefined,
    ...change,
  };
}

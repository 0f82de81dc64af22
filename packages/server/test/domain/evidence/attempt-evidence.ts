/** The evidence of attempts in tests: a marker derived from the execution's id, readable digests, and no look. */
import { toMarker } from "@svc/provider-kit";
import type { AttemptEvidence } from "../../../src/domain/executions/attempt-deps.ts";
import type { TenantDigests } from "../../../src/domain/vault/port.ts";

/** Digests without a key, which show what was compared. */
export const plainDigests: TenantDigests = {
  digest: (data) => `1.${data.join("|")}`,
  isOf: (data, digest) => (digest.startsWith("1.") ? digest === `1.${data.join("|")}` : null),
};

/** @param change the parts that a test replaces. */
export function attemptEvidence(change: Partial<AttemptEvidence> = {}): AttemptEvidence {
  return {
    isOn: true,
    markerOf: ({ id }) => toMarker(Buffer.from(id.slice(-16).padStart(16, "0"))),
    conformingFacts: () => true,
    tenantDigests: () => Promise.resolve(plainDigests),
    lookInCall: () => Promise.resolve(null),
    onSettled: () => undefined,
    onContradicted: () => undefined,
    ...change,
  };
}

/** Promises about the audit trail. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string, source = "contract §14"): Requirement => ({ id, source, text });

/** Promises about the audit trail. */
export const requirements: readonly Requirement[] = [
  of("audit.chain", "A service client's events have no gaps, and each hash covers the event and the previous hash."),
  of("audit.control-plane", "Every change to the control plane is an event that names its actor."),
  of("audit.complete", "Every route that changes something and every operator command appends exactly its events."),
  of("audit.use", "Every execution under a connection is an event with the key that requested it."),
  of("audit.list", "GET /v1/audit-events lists newest first, by cursor, filtered by type, tenant_id and subject."),
  of("audit.own", "A service client sees the events of its own chain and no others."),
  of("audit.no-secret", "No event contains a credential, a key, a token or a field marked sensitive."),
  of("audit.operator", "svc-server audit verify and export: a whole chain verifies against an earlier exported head."),
];

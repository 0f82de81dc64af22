/** The audit event for a proposal that ends without being executed. */
import { auditEvent, type AuditDeps } from "../journal/entry.ts";
import type { ProposalEventOf } from "./port.ts";

/** Creates the event. @param actor who ended it: svc itself, or an operator with a command. */
export function endedEvent(deps: AuditDeps, actor: "system" | "operator" = "system"): ProposalEventOf {
  return ({ id: subject, clientId, tenantId, status, errorCode }) =>
    auditEvent(deps, status === "expired" ? "proposal.expired" : "proposal.withdrawn", {
      clientId,
      tenantId,
      subject,
      actor,
      data: errorCode === "" ? {} : { reason: errorCode },
    });
}

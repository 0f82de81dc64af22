/** Records refused decisions in the audit trail, so that attempts to approve one's own call are visible. */
import { ServiceError, type ErrorCode } from "@svc/contract";
import type { NewTrailEntry } from "../journal/port.ts";
import type { RecordRefusal } from "../journal/repeats.ts";
import { actorOf } from "../service-clients/caller.ts";
import type { Proposals } from "./proposals.ts";

/** The error codes for refusing a decision on an existing proposal. */
const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "DECISION_NOT_ALLOWED",
  "DIGEST_MISMATCH",
  "PROPOSAL_NOT_PENDING",
]);

/** Wraps the operations: each refused decision is recorded as an event, with the person who made it. */
export function recordRefusedDecisions(proposals: Proposals, record: RecordRefusal): Proposals {
  const watch = async <Result>(decided: Promise<Result>, attempt: Omit<NewTrailEntry, "type">): Promise<Result> => {
    try {
      return await decided;
    } catch (error) {
      if (error instanceof ServiceError && refusals.has(error.code)) {
        const data = { ...attempt.data, reason: error.code };
        await record({ type: "proposal.decision_refused", ...attempt, data });
      }
      throw error;
    }
  };
  return {
    ...proposals,
    decide: (caller, tenantId, id, decided) =>
      watch(proposals.decide(caller, tenantId, id, decided), {
        clientId: caller.client.id,
        tenantId,
        subject: id,
        actor: actorOf(caller),
        data: { decidedBy: decided.decidedBy },
      }),
    decideByOperator: (tenantId, id, decided) =>
      watch(proposals.decideByOperator(tenantId, id, decided), {
        clientId: decided.clientId,
        tenantId,
        subject: id,
        actor: `operator:${decided.operator.id}`,
        data: { decidedBy: decided.operator.name },
      }),
    decideOnPage: (row, decided) =>
      watch(proposals.decideOnPage(row, decided), {
        clientId: row.clientId,
        tenantId: row.tenantId,
        subject: row.id,
        actor: "end_user",
        data: {
          decidedBy: decided.subject,
          authorization: decided.authorizationId,
          identifiedBy: `key:${decided.identifiedByKey}`,
        },
      }),
  };
}

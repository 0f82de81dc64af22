/** Records refused requests, so that the attempts of a misled agent, or with a leaked token, are visible. */
import type { TrailTypeName } from "./types.ts";
import type { Audit, AuditRecord } from "./entry.ts";
import { createRepeats } from "./repeats.ts";

/**
 * Records a refusal. Repeated refusals are counted (see repeats.ts).
 * @param type such as `proposal.decision_refused`. @param record its `data.reason` is the code.
 */
export type RecordRefusal = (type: TrailTypeName, record: AuditRecord) => Promise<void>;

/** Creates the recorder. Its counts are per process. */
export function createRecordRefusal(audit: Pick<Audit, "record">): RecordRefusal {
  const repeats = createRepeats();
  return async (type, record) => {
    const data = repeats.count(record.subject, `${type} ${record.actor}`, record.data);
    if (data !== null) await audit.record(type, { ...record, data });
  };
}

/** Writes audit events: fills in id and time, so that those who record say only what happened. */
import { idPrefixes, type IdPrefix } from "@svc/contract";
import type { Platform } from "../platform.ts";
import type { Caller } from "../service-clients/caller.ts";
import type { AuditEvent, AuditLog } from "./port.ts";

/** What happened, without its id and time. */
export type AuditRecord = Omit<AuditEvent, "id" | "type" | "at">;

/** Records events. */
export type Audit = {
  /** @param type such as `tenant.created`. Nothing in the record is secret. */
  record(type: string, event: AuditRecord): Promise<void>;
};

/** Makes the recorder over the log. */
export function createAudit(log: AuditLog, deps: { platform: Platform; newId: (prefix: IdPrefix) => string }): Audit {
  return {
    record: (type, event) =>
      log.append({ ...event, type, id: deps.newId(idPrefixes.auditEvent), at: deps.platform.nowMs() }),
  };
}

/** The client and actor of what a service client does through its API. */
export function byCaller(caller: Caller): Pick<AuditRecord, "clientId" | "actor"> {
  return { clientId: caller.client.id, actor: `key:${caller.keyId}` };
}

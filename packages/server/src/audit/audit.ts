/** Writes audit events: fills in id and time, so that those who record say only what happened. */
import { idPrefixes, type IdPrefix } from "@svc/contract";
import type { Platform } from "../platform.ts";
import type { Caller } from "../service-clients/caller.ts";
import type { AuditData, AuditEvent, AuditLog } from "./port.ts";

/** What happened, without its id and time. */
export type AuditRecord = Omit<AuditEvent, "id" | "type" | "at">;

/** Records events. */
export type Audit = {
  /**
   * Appends the event to its client's chain, in a transaction of its own: what it tells of was committed before.
   * @param type such as `tenant.created`. Nothing in the record is secret.
   */
  record(type: string, event: AuditRecord): Promise<void>;
};

/** What an event is made from. */
export type AuditDeps = { platform: Pick<Platform, "nowMs">; newId: (prefix: IdPrefix) => string };

/** Makes the recorder over the log. */
export function createAudit(log: AuditLog, deps: AuditDeps): Audit {
  return { record: (type, event) => log.append(auditEvent(deps, type, event)) };
}

/** An event that another transaction is to append, such as the claim of an execution. */
export function auditEvent(deps: AuditDeps, type: string, record: AuditRecord): AuditEvent {
  const { clientId, tenantId, subject, actor } = record;
  const id = deps.newId(idPrefixes.auditEvent);
  return { id, type, clientId, tenantId, subject, actor, data: withoutTokens(record.data), at: deps.platform.nowMs() };
}

/** The client and actor of what a service client does through its API, or an operator does to it at the console. */
export function byCaller(caller: Caller): Pick<AuditRecord, "clientId" | "actor"> {
  const { client, keyId, operatorId } = caller;
  return { clientId: client.id, actor: operatorId === undefined ? `key:${keyId}` : `operator:${operatorId}` };
}

/** What the event of an execution's use of a credential tells. */
export type CredentialUse = {
  clientId: string;
  tenantId: string;
  connectionId: string;
  credentialVersion: number;
  executionId: string;
  provider: string;
  actionId: string;
  effect: string;
  /** Who asked for it, such as `key:<public id>`. */
  actor: string;
};

/** `credential.used`: appended with the execution's claim, before the credential is opened. */
export function credentialUse(deps: AuditDeps, use: CredentialUse): AuditEvent {
  const { clientId, tenantId, actor, connectionId, executionId, provider, actionId, effect, credentialVersion } = use;
  // With its names in order, as its document has them.
  const data = { action: actionId, credentialVersion, effect, execution: executionId, provider };
  return auditEvent(deps, "credential.used", { clientId, tenantId, subject: connectionId, actor, data });
}

/** The forms of keys and one-time tokens of this service; none has any business in a record. */
const ownToken = /svc_(?:live|test)_[0-9A-Za-z]{20,}|\bsop_[0-9A-Za-z]{20,}|\b(?:cst|css|cc|sos)_[A-Za-z0-9_-]{43}/;

/** A second line behind those who record: a text that holds a key or token of ours is kept as `[withheld]`. */
function withoutTokens(data: AuditData): AuditData {
  const holdsToken = (value: AuditData[string]): boolean => typeof value === "string" && ownToken.test(value);
  if (!Object.values(data).some(holdsToken)) return data;
  const fields = Object.entries(data).map(([name, value]) => [name, holdsToken(value) ? "[withheld]" : value] as const);
  return Object.fromEntries(fields);
}

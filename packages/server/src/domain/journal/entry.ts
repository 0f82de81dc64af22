/** Writes audit events and sets their id and time, so that callers state only what happened. */
import { idPrefixes, type IdPrefix } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import type { JournalTypeName, TrailTypeName } from "./types.ts";
import { actorOf, type Caller } from "../service-clients/caller.ts";
import type { Actor, AuditData, AuditEvent, AuditLog } from "./port.ts";

/** An event, without its id and time. */
export type AuditRecord = Omit<AuditEvent, "id" | "type" | "at">;

/** Records events. */
export type Audit = {
  /**
   * Appends the event to its client's chain in its own transaction, after the change it reports was committed.
   * @param type such as `tenant.created`. The record contains no secrets.
   */
  record(type: TrailTypeName, event: AuditRecord): Promise<void>;
};

/** Dependencies for creating an event. */
export type AuditDeps = { platform: Pick<Platform, "nowMs">; newId: (prefix: IdPrefix) => string };

/** Creates the recorder over the log. */
export function createAudit(log: AuditLog, deps: AuditDeps): Audit {
  return { record: (type, event) => log.append(auditEvent(deps, type, event)) };
}

/** Creates an event that another transaction appends, such as the claim of an execution. */
export function auditEvent(deps: AuditDeps, type: JournalTypeName, record: AuditRecord): AuditEvent {
  const { clientId, tenantId, subject, actor } = record;
  const id = deps.newId(idPrefixes.event);
  return { id, type, clientId, tenantId, subject, actor, data: withoutTokens(record.data), at: deps.platform.nowMs() };
}

/** Returns the client and actor for an action through the API, or by an operator in the console. */
export function byCaller(caller: Caller): Pick<AuditRecord, "clientId"> & { actor: Actor } {
  return { clientId: caller.client.id, actor: actorOf(caller) };
}

/** The details in the event for an execution's use of a credential. */
export type CredentialUse = {
  clientId: string;
  tenantId: string;
  connectionId: string;
  credentialVersion: number;
  /** One of these: the purpose of the use. */
  executionId?: string;
  proposalId?: string;
  provider: string;
  actionId: string;
  effect: string;
  /** The actor, such as `key:<public id>`. */
  actor: string;
  /** The person that a delegated token acts for, and the agent that holds it; "" if unknown. Absent without a token. */
  holder?: { subject: string; agent: string };
};

/** `credential.used`: appended with the execution's claim, before the credential is opened. */
export function credentialUse(deps: AuditDeps, use: CredentialUse): AuditEvent {
  const { clientId, tenantId, actor, connectionId, executionId, proposalId, provider, actionId, effect } = use;
  const { credentialVersion } = use;
  // In alphabetical order, as in the event's document.
  const { agent, subject } = use.holder ?? { agent: "", subject: "" };
  const data = {
    action: actionId,
    ...(agent === "" ? {} : { agent }),
    credentialVersion,
    effect,
    ...(executionId === undefined ? {} : { execution: executionId }),
    ...(proposalId === undefined ? {} : { proposal: proposalId }),
    provider,
    ...(subject === "" ? {} : { subject }),
  };
  return auditEvent(deps, "credential.used", { clientId, tenantId, subject: connectionId, actor, data });
}

/** The formats of this service's keys and one-time tokens, which must never be in a record. */
const ownToken =
  /svc_(?:live|test|dt)_[0-9A-Za-z]{20,}|\bsop_[0-9A-Za-z]{20,}|\b(?:cst|css|cc|sos|aas|aac|art)_[A-Za-z0-9_-]{43}/;

/** A second line of defense: a text that contains one of our keys or tokens is stored as `[withheld]`. */
function withoutTokens(data: AuditData): AuditData {
  const holdsToken = (value: AuditData[string]): boolean => typeof value === "string" && ownToken.test(value);
  if (!Object.values(data).some(holdsToken)) return data;
  const fields = Object.entries(data).map(([name, value]) => [name, holdsToken(value) ? "[withheld]" : value] as const);
  return Object.fromEntries(fields);
}

/** Records what changes nothing, and gives entries their id and time. */
import { cellMarkPattern, idPrefixes, type IdPrefix } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import { actorOf, type Caller } from "../service-clients/caller.ts";
import type { Actor, AuditData, AuditEvent, AuditLog, NewEntry, NewTrailEntry } from "./port.ts";
import type { JournalTypeName } from "./types.ts";

/** Records what changes nothing, such as a refusal. A change is recorded by the store function that makes it. */
export type Audit = {
  /** Appends an entry in a transaction of its own. It contains no secrets. */
  record(entry: NewTrailEntry): Promise<void>;
};

/** Dependencies for giving an entry its id and time. */
export type EntryDeps = { platform: Pick<Platform, "nowMs">; newId: (prefix: IdPrefix) => string };

/** Creates the recorder over the log. */
export function createAudit(log: AuditLog, deps: EntryDeps): Audit {
  return { record: ({ type, ...entry }) => log.append(auditEvent(deps, type, entry)) };
}

/** Gives an entry its id and time. */
export function auditEvent(
  deps: EntryDeps,
  type: JournalTypeName,
  entry: Omit<AuditEvent, "id" | "type" | "at">,
): AuditEvent {
  const { clientId, tenantId, subject, actor } = entry;
  const id = deps.newId(idPrefixes.event);
  return { id, type, clientId, tenantId, subject, actor, data: withoutTokens(entry.data), at: deps.platform.nowMs() };
}

/** Returns the client and actor for an action through the API, or by an operator in the console. */
export function byCaller(caller: Caller): Pick<NewEntry, "clientId" | "actor"> {
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
  /** The digest of the reviewed tool that is executed; "" or absent if the action is no tool of an MCP server. */
  toolDigest?: string;
  actor: Actor;
  /** The person that a delegated token acts for, and the agent that holds it; "" if unknown. Absent without a token. */
  holder?: { subject: string; agent: string };
};

/**
 * `credential.used`: appended with the execution's claim, before the credential is opened. It has its id and time
 * already, because a claim whose response or whose database was lost is written again.
 */
export function credentialUse(deps: EntryDeps, use: CredentialUse): AuditEvent {
  const { clientId, tenantId, actor, connectionId, executionId, proposalId, provider, actionId, effect } = use;
  const { credentialVersion, toolDigest = "" } = use;
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
    ...(toolDigest === "" ? {} : { toolDigest }),
  };
  return auditEvent(deps, "credential.used", { clientId, tenantId, subject: connectionId, actor, data });
}

/** The formats of this service's keys and one-time tokens, which must never be in a record. */
const ownToken = new RegExp(
  `(?:svc_(?:live|test|dt)|\\bsop)_${cellMarkPattern}[0-9A-Za-z]{20,}|\\b(?:cst|css|cc|sos|sps|spb|aas|aac|art)_${cellMarkPattern}[A-Za-z0-9_-]{43}`,
);

/** A second line of defense: a text that contains one of our keys or tokens is stored as `[withheld]`. */
function withoutTokens(data: AuditData): AuditData {
  const holdsToken = (value: AuditData[string]): boolean => typeof value === "string" && ownToken.test(value);
  if (!Object.values(data).some(holdsToken)) return data;
  const fields = Object.entries(data).map(([name, value]) => [name, holdsToken(value) ? "[withheld]" : value] as const);
  return Object.fromEntries(fields);
}

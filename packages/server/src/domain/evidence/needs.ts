/**
 * Checks whether svc can look for an execution's effect now (what the action declares and the connection grants), and
 * what a delegated token learns from looks: only what it could read itself (contract §4.13). Otherwise a lost write
 * would tell it whether the value that it guessed is the one at the provider.
 */
import type { Action, Evidence } from "@svc/provider-kit";
import { findAuth } from "../auth-kinds/table.ts";
import type { ConnectionWithCredential } from "../connections/port.ts";
import { sealedCredential, type SealedCredential } from "../connections/sealed-credential.ts";
import type { ActionLookup } from "../catalog/catalog.ts";
import type { ExecutionRow } from "../records/record.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";
import { evidenceVersion } from "./facts.ts";
import { lostDispatch, type Sent } from "./port.ts";
import type { Execution } from "@svc/contract";
import { coversExecution, type Caller } from "../service-clients/caller.ts";

/** An execution whose effect can be looked for. */
export type Observable = {
  execution: ExecutionRow;
  sent: Sent;
  action: Action;
  evidence: Evidence;
  sealed: SealedCredential;
};

/**
 * Why svc can't look. `paused`: not until the connection is reconnected, or an operator loads the provider or lists the
 * server again. `disconnected`: never again. `unavailable`: not with the current declaration, grants and permissions.
 * `local`: not just now, because svc's own server couldn't send a read.
 */
export type Hindrance = { kind: "paused" | "disconnected" | "unavailable" | "local"; detail: string };

/** An execution, with the current state that decides whether svc may look. */
export type LookSubject = {
  execution: ExecutionRow;
  sent: Sent;
  /** Null if it no longer exists. */
  client: ServiceClientRow | null;
  connection: ConnectionWithCredential | null;
};

/** Checks the conditions for a look. A look never reads anything that the end user didn't consent to. */
export function observableOf(actions: ActionLookup, subject: LookSubject): Observable | Hindrance {
  const { execution, sent, client, connection: found } = subject;
  if (actions.provider(execution.provider) === null) {
    return { kind: "paused", detail: "The provider isn't loaded, so svc can't look until an operator loads it again." };
  }
  const known = actions.find(execution.provider, execution.actionId);
  if (known === null || known.action.evidence === null || execution.dispatchedAt === null) {
    return unavailable("The action declares no evidence.");
  }
  const { provider, action } = known;
  const { evidence } = known.action;
  if (sent.actionVersion !== lostDispatch && sent.actionVersion !== evidenceVersion(action)) {
    return unavailable("The action's evidence has changed since the request was sent.");
  }
  // A disconnected connection has no credential.
  if (found === null || found.record === null) {
    return { kind: "disconnected", detail: "The connection was disconnected, so svc can no longer look." };
  }
  const { connection, record } = found;
  if (connection.status !== "active") {
    return { kind: "paused", detail: "The connection has to be reconnected before svc can look." };
  }
  if (client === null || client.revokedAt !== null) return unavailable("The service client was revoked.");
  if (!actions.origins.isListed(provider, connection.listedOrigin)) {
    return { kind: "paused", detail: "The operator no longer lists the connection's server, so svc can't look." };
  }
  const refused = evidence.needs.filter((id) => !actions.isEffective(client, provider.slug, id));
  if (refused.length > 0) return unavailable(`svc can't look without ${refused.join(", ")}, which isn't allowed here.`);
  const missing = evidence.needs.filter((id) => !connection.grantedActions.includes(id));
  if (missing.length > 0) {
    return unavailable(`svc can't look without ${missing.join(", ")}, which the connection doesn't grant.`);
  }
  const auth = findAuth(provider, connection.authKind);
  if (auth === null) return unavailable("The connection's kind of credential is no longer supported.");
  return { execution, sent, action, evidence, sealed: sealedCredential({ connection, record, provider, auth }) };
}

function unavailable(detail: string): Hindrance {
  return { kind: "unavailable", detail };
}

/** The action of an execution, and its connection. */
export type LookedFor = { provider: string; actionId: string; connectionId: string };

/** Whether a caller could make all the reads of a look itself. */
export function mayLook(
  { actions }: { actions: Pick<ActionLookup, "find"> },
  caller: Pick<Caller, "token">,
  { provider, actionId, connectionId }: LookedFor,
): boolean {
  if (caller.token === undefined) return true;
  const needs = actions.find(provider, actionId)?.action.evidence?.needs ?? null;
  return needs?.every((need) => coversExecution(caller, { connectionId, provider, actionId: need })) ?? false;
}

/** An execution as a caller may see it: the status, and the looks only if it could read the same itself. */
export function shownTo(
  deps: { actions: Pick<ActionLookup, "find"> },
  caller: Pick<Caller, "token">,
  execution: Execution,
): Execution {
  if (execution.evidence.length === 0) return execution;
  const { provider, action_id: actionId, connection_id: connectionId } = execution;
  return mayLook(deps, caller, { provider, actionId, connectionId }) ? execution : { ...execution, evidence: [] };
}

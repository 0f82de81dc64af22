/** The events of a change in the model: the log must have each once, and no others. */
import type { Event } from "@svc/contract";
import type { Model } from "./model.ts";

/** The states whose changes are events. */
export interface States {
  readonly connections: ReadonlyMap<object, { readonly status: string; readonly credential: string }>;
  readonly sessions: ReadonlyMap<object, { readonly status: string; readonly rejections: number }>;
  readonly writes: ReadonlyMap<object, string>;
}

/** The current states. */
export function statesOf({ connections, sessions, writes, toolCalls }: Model): States {
  return {
    connections: new Map(connections.map((one) => [one, { status: one.status, credential: one.credential }])),
    sessions: new Map(sessions.map((one) => [one, { status: one.status, rejections: one.rejections }])),
    writes: new Map([...writes, ...toolCalls].map((one) => [one, one.status])),
  };
}

/** An event in the model: type, tenant and subject. */
export function told(type: string, tenantId: string | null, subject: unknown): string {
  return `${type} of ${String(subject)} in ${tenantId ?? "none"}`;
}

/** An event of the log in the same format. */
export function toldBy({ type, tenant_id: tenantId, data }: Event): string {
  const about = type.split(".")[0] === "action_execution" ? "execution_id" : subjects[type.split(".")[0] ?? ""];
  return told(type, tenantId, data[about ?? ""]);
}

const subjects: Readonly<Record<string, string>> = {
  connection: "connection_id",
  connect_session: "connect_session_id",
  credential: "connect_session_id",
  webhook_endpoint: "webhook_endpoint_id",
};

/** The events since the given states, sorted. */
export function eventsSince(before: States, { connections, sessions, writes, toolCalls }: Model): readonly string[] {
  const events: string[] = [];
  for (const connection of connections) {
    const was = before.connections.get(connection);
    const change = changeOf(was, connection);
    if (change !== null) events.push(told(`connection.${change}`, connection.tenant.id, connection.id));
  }
  for (const session of sessions) {
    const was = before.sessions.get(session);
    const { status, tenant, id } = session;
    if (session.rejections > (was?.rejections ?? 0)) events.push(told("credential.rejected", tenant.id, id));
    if (was?.status !== status && /^(?:completed|failed|cancelled)$/.test(status)) {
      events.push(told(`connect_session.${status}`, tenant.id, id));
    }
  }
  for (const write of [...writes, ...toolCalls]) {
    const was = before.writes.get(write);
    const isUnknown = write.status === "outcome_unknown";
    if (was === write.status || (!isUnknown && was !== "outcome_unknown")) continue;
    const type = isUnknown ? "action_execution.outcome_unknown" : "action_execution.resolved";
    events.push(told(type, write.connection.tenant.id, write.executionId));
  }
  return events.sort();
}

function changeOf(
  was: { status: string; credential: string } | undefined,
  now: { status: string; credential: string },
): string | null {
  if (was === undefined) return "created";
  if (was.credential !== now.credential) return "updated";
  if (was.status === now.status) return null;
  return now.status === "active" ? "updated" : now.status;
}

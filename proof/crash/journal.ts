/** Compares what a database says happened with what its journal says. Pure. */
import { eventTypes } from "@svc/contract";

/** One row of a database. */
export type Row = Readonly<Record<string, string | number | null>>;

/** The rows of the tables whose changes are recorded. */
export interface State {
  readonly tenants: readonly Row[];
  readonly connections: readonly Row[];
  readonly sessions: readonly Row[];
  readonly executions: readonly Row[];
  readonly endpoints: readonly Row[];
  readonly tokens: readonly Row[];
}

/** One entry: what happened, and to what. */
export interface Entry {
  readonly type: string;
  readonly subject: string;
  /** Whether the event log shows it. */
  readonly isEvent: boolean;
}

/** How often each row shows that something happened to it, by the type of its entry. */
const judged: Readonly<Record<keyof State, Readonly<Record<string, (row: Row) => unknown>>>> = {
  tenants: {
    "tenant.created": () => 1,
    "tenant.renamed": (row) => row["display_name"] === renamed,
    "tenant.relabeled": (row) => row["label"] !== null,
    "tenant.deleted": (row) => row["deleted_at"] !== null,
  },
  connections: {
    "connection.created": () => 1,
    "connection.updated": (row) => Number(row["credential_version"]) - 1,
    "connection.tested": (row) => row["last_tested_at"] !== null,
    "connection.disconnected": (row) => row["status"] === "disconnected",
  },
  sessions: {
    "connect_session.created": () => 1,
    "connect_session.exchanged": (row) => row["token_used_at"] !== null,
    "credential.rejected": (row) => row["rejections"],
    "connect_session.completed": (row) => row["status"] === "completed",
    "connect_session.cancelled": (row) => row["status"] === "cancelled",
  },
  executions: { "action_execution.resolved": (row) => row["resolution"] !== null },
  endpoints: {
    "webhook_endpoint.created": () => 1,
    "webhook_endpoint.secret_rotated": (row) => row["old_salt"] !== "",
    "webhook_endpoint.updated": (row) => row["status"] === "disabled",
  },
  tokens: {
    "delegated_token.created": () => 1,
    "delegated_token.revoked": (row) => row["revoked_at"] !== null,
  },
};

/** The types of the entries that are compared. */
export const judgedTypes: ReadonlySet<string> = new Set(Object.values(judged).flatMap((types) => Object.keys(types)));

type Change = Pick<Entry, "type" | "subject">;

function changesOf(state: State): readonly Change[] {
  return Object.entries(judged).flatMap(([table, types]) =>
    state[table as keyof State].flatMap((row) =>
      Object.entries(types).flatMap(([type, times]) =>
        Array.from({ length: Number(times(row)) }, () => ({ type, subject: String(row["id"]) })),
      ),
    ),
  );
}

/** The display name that a step gives to a tenant. */
export const renamed = "Renamed";

/**
 * Every change without its entry, every entry without its change, and every entry that the event log wrongly has or
 * lacks.
 */
export function differences(state: State, entries: readonly Entry[]): readonly string[] {
  const isPublic: ReadonlySet<string> = new Set(eventTypes);
  const wrong = entries.filter(({ type, isEvent }) => isEvent !== isPublic.has(type));
  return [...missing(state, entries), ...wrong.map(({ type, subject }) => `${type} ${subject}: not as the event log`)];
}

function missing(state: State, entries: readonly Entry[]): readonly string[] {
  const changed = count(changesOf(state));
  const recorded = count(entries.filter(({ type }) => judgedTypes.has(type)));
  return [...new Set([...changed.keys(), ...recorded.keys()])].flatMap((name) => {
    const [is, says] = [changed.get(name) ?? 0, recorded.get(name) ?? 0];
    return is === says ? [] : [`${name}: ${is} in the tables, ${says} in the trail`];
  });
}

function count(entries: readonly Change[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type, subject } of entries) {
    const name = `${type} ${subject}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

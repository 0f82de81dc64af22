/** Connect sessions made: the key, the session and its event by one commit. */
import { sql } from "kysely";
import type { AuditEvent } from "../../audit/port.ts";
import type { ConnectSessionRow, ConnectSessionStore } from "../../connect/port.ts";
import type { KeptAnswer, KeyClaim } from "../../idempotency/port.ts";
import { appendableEvent, appendEvent } from "../audit.ts";
import { createBatcher } from "../batcher.ts";
import { connectSessionColumns, sessionColumns } from "../connections/rows.ts";
import type { Queries, StoreContext } from "../context.ts";
import { claimKey, keyHolder } from "../keys/keys.ts";
import { preparedText } from "../statements/prepared-text.ts";
import { prepared, slotsFor } from "../statements/prepared.ts";
import type { ConnectSessionsTable } from "../tables.ts";
import { storableJson } from "../text.ts";

type Creation = { session: ConnectSessionRow; claim: KeyClaim; answer: KeptAnswer; event: AuditEvent | undefined };

/** Makes sessions (port): one transaction each on SQLite, where commits are shared, and one call a group on PostgreSQL. */
export function sessionCreations(context: StoreContext): ConnectSessionStore["create"] {
  const make = context.engine === "sqlite" ? eachByItself(context) : grouped(context);
  return async (session, claim, answer, event) => {
    if (await make({ session, claim, answer, event })) return { kind: "created" };
    const row = await context.read({ client: session.clientId }, (queries) => keyHolder(queries, claim));
    return { kind: "key_taken", row };
  };
}

const insertSession = prepared("connect_sessions.insert", (queries, slot: ConnectSessionsTable) =>
  queries.insertInto("connect_sessions").values(slotsFor(slot, sessionColumns)),
);

function eachByItself(context: StoreContext): (creation: Creation) => Promise<boolean> {
  return ({ session, claim, answer, event }) =>
    context.write({ client: session.clientId }, async (queries) => {
      const start = { executionId: "", answer, state: "done" } as const;
      if ((await claimKey(queries, claim, start)) === undefined) return false;
      await insertSession.changed(queries, connectSessionColumns(session));
      // Last, for it holds the chain's head until the commit.
      if (event !== undefined) await appendEvent(queries, event);
      return true;
    });
}

function grouped(context: StoreContext): (creation: Creation) => Promise<boolean> {
  return createBatcher<Creation, boolean>({
    keyOf: ({ session }) => session.clientId,
    async run(group) {
      const client = group[0]?.session.clientId ?? "";
      // By key, so that two transactions with the same keys never wait for each other.
      const order = group.toSorted((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1));
      const numbers = await context.write({ client }, (queries) => callCreate(queries, client, order), {
        oneStatement: true,
      });
      const made = new Set(numbers.map((number) => order[number - 1]));
      return group.map((creation) => made.has(creation));
    },
  });
}

function placeOf({ claim: { tenantId, key } }: Creation): string {
  return `${tenantId} ${key}`;
}

const createAll = preparedText<{ clientId: string; sessions: string }, { number: number }>(
  "connect_sessions.create",
  (slot) => sql`select connect_session_create(${slot.clientId}, ${slot.sessions}) as number`,
);

async function callCreate(queries: Queries, clientId: string, group: readonly Creation[]): Promise<number[]> {
  const given = group.map(({ session, claim, answer, event }) => ({
    key: {
      client_id: claim.clientId,
      tenant_id: claim.tenantId,
      key: claim.key,
      fingerprint: claim.fingerprint,
      answer: storableJson(answer),
      owner_id: claim.ownerId,
      created_at: claim.createdAt,
    },
    session: connectSessionColumns(session),
    // What is undefined is left out.
    event: event === undefined ? undefined : appendableEvent(event),
  }));
  const rows = await createAll.all(queries, { clientId, sessions: storableJson(given) });
  return rows.map(({ number }) => number);
}

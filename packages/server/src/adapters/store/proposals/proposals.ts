/** Proposals. Every step is a conditional update. */
import { sql } from "kysely";
import type { ProposalQuery, ProposalStore } from "../../../domain/proposals/port.ts";
import type { Shortage } from "../../../domain/proposals/waiting.ts";
import type { ClientTurn } from "../../../domain/limits/client-turns.ts";
import { firstOfClients } from "../owners.ts";
import type { Queries, StoreContext } from "../context.ts";
import { append, lockHead } from "../journal/append.ts";
import { proposalEndEntry, proposalEntry, proposedEntry } from "../journal/entries.ts";
import { missesNothing, type OpenFence } from "../postgres/fence.ts";
import { isListed, listedIds, listPage } from "../statements/page.ts";
import { firstRow } from "../rows.ts";
import { statement } from "../statements/statement.ts";
import { storableJson } from "../text.ts";
import { expire, expired, lockJournals, orphaned, withdrawn } from "./ends.ts";
import { findRoom } from "./room.ts";
import { proposalColumns, proposalRow } from "./rows.ts";

/**
 * @param context the database.
 * @param fence on PostgreSQL, whether the database may have lost the use of an approval: until it is accepted, no
 * proposal is executed or ends on its own. Null on SQLite.
 */
export function createProposalStore(context: StoreContext, fence: Pick<OpenFence, "held"> | null): ProposalStore {
  return {
    findRoom: (proposal, key, limits) =>
      context.read({ client: proposal.clientId }, (queries) => findRoom(queries, proposal, key, limits)),
    create: (proposal, claim, limits, by) =>
      context.write<"created" | "taken" | Shortage>({ client: proposal.clientId }, async (queries) => {
        // In the order of a claim, so that the two don't deadlock.
        await lockHead.first(queries, claim);
        const shortage = await findRoom(queries, proposal, claim, limits);
        if (shortage !== null) return shortage;
        const response = storableJson({ status: 202, body: { proposal_id: proposal.id } });
        if ((await takeKey.changed(queries, { ...claim, response })) === 0) return "taken";
        const columns = proposalColumns(proposal);
        await queries.insertInto("proposals").values(columns).execute();
        await append(context, queries, [proposedEntry(columns, by)]);
        return "created";
      }),
    find: (clientId, tenantId, id) =>
      context.read({ client: clientId }, (queries) =>
        firstRow(
          queries
            .selectFrom("proposals")
            .selectAll()
            .where("id", "=", id)
            .where("client_id", "=", clientId)
            .where("tenant_id", "=", tenantId),
          proposalRow,
        ),
      ),
    findOfAny: (id) =>
      context.read("system", (queries) =>
        firstRow(queries.selectFrom("proposals").selectAll().where("id", "=", id), proposalRow),
      ),
    list: (clientId, tenantId, query) =>
      context.list({ client: clientId }, (read) =>
        listPage(read, "proposals", listedOf(clientId, tenantId, query), proposalRow),
      ),
    decide: ({ id, clientId }, { decision, seal }, { actor, data }) =>
      context.write({ client: clientId }, async (queries) => {
        // In the order of a claim, which uses the approval under this lock.
        await lockHead.first(queries, { clientId });
        const isDenied = decision.decision === "denied";
        const decided = await queries
          .updateTable("proposals")
          .set({
            status: decision.decision,
            decision: storableJson(decision),
            decision_seal: seal,
            next_at: decision.decidedAt,
            ...(isDenied ? { sealed: null, ended_at: decision.decidedAt } : {}),
          })
          .where("id", "=", id)
          .where("client_id", "=", clientId)
          .where("status", "=", "pending")
          .where("expires_at", ">", context.leaseClock())
          .returningAll()
          .executeTakeFirst();
        if (decided === undefined) return null;
        await append(context, queries, [proposalEntry(`proposal.${decision.decision}`, decided, actor, data)]);
        return proposalRow(decided);
      }),
    async take({ leaseMs, ...turn }) {
      // A read first: most of the time nothing is due, and a write would wait for the disk.
      const due = await context.read("system", (queries) => dueIds(context, queries, turn));
      if (due.length === 0) return [];
      const now = context.leaseClock();
      const taken = await context.write("system", (queries) =>
        queries
          .updateTable("proposals")
          .set({ next_at: sql<number>`${now} + ${sql.lit(leaseMs)}` })
          .where("id", "in", due)
          .where("status", "=", "approved")
          .where("next_at", "<=", now)
          .where(missesNothing(fence))
          .returningAll()
          .execute(),
      );
      // In the order of the turn.
      return taken.map(proposalRow).sort((one, other) => due.indexOf(one.id) - due.indexOf(other.id));
    },
    putOff: ({ id, clientId }, nextAt) =>
      context.write({ client: clientId }, async (queries) => {
        await queries
          .updateTable("proposals")
          .set({ next_at: nextAt })
          .where("id", "=", id)
          .where("client_id", "=", clientId)
          .where("status", "=", "approved")
          .execute();
      }),
    withdraw: ({ id, clientId }, why) =>
      context.write({ client: clientId }, async (queries) => {
        await lockHead.first(queries, { clientId });
        const rows = await withdrawn(context, queries, [id], why, missesNothing(fence));
        await append(
          context,
          queries,
          rows.map((row) => proposalEndEntry(row, "system")),
        );
        return rows.length > 0;
      }),
    async endDue(limit, gone) {
      const due = await context.read("system", async (queries) => ({
        late: await expired(context, queries, limit),
        left: await orphaned(queries, limit),
      }));
      const late = due.late.map(({ id }) => id);
      const left = due.left.map(({ id }) => id);
      if (late.length + left.length === 0) return 0;
      return await context.write("system", async (queries) => {
        await lockJournals(queries, [...due.late, ...due.left]);
        const rows = [
          ...(left.length === 0 ? [] : await withdrawn(context, queries, left, gone, missesNothing(fence))),
          ...(late.length === 0 ? [] : await expire(context, queries, late, missesNothing(fence))),
        ];
        await append(
          context,
          queries,
          rows.map((row) => proposalEndEntry(row, "system")),
        );
        return rows.length;
      });
    },
    prune: (before, limit) =>
      context.write("system", async (queries) => {
        const gone = await queries
          .with("gone", (db) =>
            db
              .selectFrom("proposals")
              .select("id")
              .where("created_at", "<", before)
              .where("ended_at", "is not", null)
              .orderBy("created_at")
              .limit(limit)
              .$if(context.locksRows, (rows) => rows.forUpdate().skipLocked()),
          )
          .deleteFrom("proposals")
          .where("id", "in", (eb) => eb.selectFrom("gone").select("id"))
          .executeTakeFirst();
        return Number(gone.numDeletedRows);
      }),
  };
}

type KeyValues = {
  clientId: string;
  tenantId: string;
  key: string;
  fingerprint: string;
  response: string;
  ownerId: string;
  createdAt: number;
};

/** No attempt is made with a proposed key, so a new one has attempt 0, and a released one keeps its own. */
const takeKey = statement<KeyValues>(
  "proposals.take_key",
  `insert into idempotency_keys as k
     (client_id, tenant_id, key, state, fingerprint, execution_id, response, attempt, owner_id, created_at)
   values (:clientId, :tenantId, :key, 'proposed', :fingerprint, '', :response, 0, :ownerId, :createdAt)
   on conflict (client_id, tenant_id, key) do update set state = excluded.state, execution_id = excluded.execution_id,
     response = excluded.response, owner_id = excluded.owner_id, created_at = excluded.created_at
   where k.state = 'freed' and k.fingerprint = excluded.fingerprint`,
);

function listedOf(clientId: string, tenantId: string, query: ProposalQuery) {
  const { connectionId, status, covered } = query;
  const { connections = null, actions = null } = covered ?? {};
  const place = ["client_id = :clientId", "tenant_id = :tenantId"];
  const filters = [
    ...(status === null ? [] : ["status = :status"]),
    ...(connections === null ? [] : [isListed("connection_id", "connections")]),
    ...(actions === null ? [] : [isListed("provider || '/' || action_id", "actions")]),
  ];
  // The expressions keep the planners from the index of the listing.
  const isOfTenant = ["client_id || '' = :clientId", "tenant_id || '' = :tenantId"];
  const byConnection = { conditions: ["connection_id = :connectionId"], filters: [...isOfTenant, ...filters] };
  const where = connectionId === null ? { conditions: place, filters } : byConnection;
  const lists = { connections: listedIds(connections), actions: listedIds(actions) };
  return { ...where, values: { clientId, tenantId, connectionId, status, ...lists }, query };
}

async function dueIds(context: StoreContext, queries: Queries, turn: ClientTurn): Promise<string[]> {
  const first = sql<string>`(
    select p.id from proposals p
    where p.client_id = c.id and p.status = 'approved' and p.next_at <= ${context.leaseClock()}
    order by p.next_at limit 1)`;
  return await firstOfClients(queries, first, turn);
}

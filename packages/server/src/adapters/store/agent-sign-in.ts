/**
 * Sign-ins of agents' hosts and of people who decide on proposals. Each step is a conditional update, so only one of
 * two concurrent requests succeeds.
 */
import type { AgentAuthorizationRow, AgentSignInStore } from "../../domain/agent-sign-in/port.ts";
import type { Actor, NewEntry } from "../../domain/journal/port.ts";
import { append } from "./journal/append.ts";
import { tokenCreatedEntry } from "./journal/entries.ts";
import { serviceClientRow } from "./service-keys.ts";
import { columnsOf, rowOf, firstRow, isUpdated } from "./rows.ts";
import { Abandoned, type Queries, type StoreContext } from "./context.ts";
import { changeSealed, genuine, sealed } from "./sealed-rows.ts";
import type { AgentAuthorizationsTable } from "./tables.ts";

/** @param context the database. */
export function createAgentSignInStore(context: StoreContext): AgentSignInStore {
  return {
    // The client is unknown until the id or the code is found.
    find: (id) =>
      context.read("system", async (queries) =>
        authorizationOf(
          context,
          await queries.selectFrom("agent_authorizations").selectAll().where("id", "=", id).executeTakeFirst(),
        ),
      ),
    decide: (authorization, by) =>
      context.write({ client: authorization.clientId }, async (queries) => {
        const { numInsertedOrUpdatedRows: inserted } = await queries
          .insertInto("agent_authorizations")
          .values(sealed(context, "agent_authorizations", columnsOf("agent_authorizations", authorization)))
          .onConflict((conflict) => conflict.column("id").doNothing())
          .executeTakeFirst();
        const isDecided = inserted === 1n;
        if (isDecided) await append(context, queries, [decidedEntry(authorization, by)]);
        return isDecided;
      }),
    proceed: ({ id, clientId, status, secretHash }, next, at) =>
      context.write({ client: clientId }, async (queries) => {
        const proceeded = await changeSealed(context, queries, "agent_authorizations", [id], (row) =>
          row.status === status && row.secret_hash === secretHash && row.usable_until > at
            ? { status: next.status, secret_hash: "", code_hash: next.codeHash, usable_until: next.usableUntil }
            : null,
        );
        return proceeded.length === 1;
      }),
    end: ({ id, clientId, tenantId, approval }, reason) =>
      context.write({ client: clientId }, async (queries) => {
        const ended = await changeSealed(context, queries, "agent_authorizations", [id], (row) =>
          row.status === "approved" || row.status === "denied"
            ? { status: "ended", secret_hash: "", code_hash: "", usable_until: 0 }
            : null,
        );
        const isEnded = ended.length === 1;
        const about = { clientId, tenantId: approval?.tenantId ?? tenantId, subject: id, actor: "end_user" } as const;
        if (isEnded) {
          await append(context, queries, [{ type: "agent_authorization.refused", ...about, data: { reason } }]);
        }
        return isEnded;
      }),
    findByCode: (hashes) =>
      context.read("system", async (queries) => {
        const row = await queries
          .selectFrom("agent_authorizations")
          .selectAll()
          .where("code_hash", "in", hashes)
          .where("code_hash", "<>", "")
          .executeTakeFirst();
        return authorizationOf(context, row);
      }),
    redeem: ({ id, clientId, codeHash }, { grant, access, refresh }, at) =>
      context.write({ client: clientId }, async (queries) => {
        // The hash of the code stays, so that a second use of it is recognized.
        const redeemed = await changeSealed(context, queries, "agent_authorizations", [id], (row) =>
          row.status === "approved" && row.code_hash === codeHash && row.usable_until > at
            ? { status: "completed", grant_id: grant.id }
            : null,
        );
        if (redeemed.length === 0) return false;
        await queries
          .insertInto("delegated_tokens")
          .values(sealed(context, "delegated_tokens", columnsOf("delegated_tokens", grant)))
          .execute();
        await insertTokens(context, queries, { access, refresh });
        await append(context, queries, [tokenCreatedEntry(grant, "end_user")]);
        return true;
      }),
    findRefresh: (hashes) =>
      context.read("system", async (queries) => {
        const found = await queries
          .selectFrom("agent_refresh_tokens")
          .selectAll()
          .where("hash", "in", hashes)
          .executeTakeFirst();
        const row = genuine(context, "agent_refresh_tokens", found);
        return row === null ? null : refreshRow(row);
      }),
    rotate: ({ hash, clientId }, next, at) =>
      context.write<boolean>({ client: clientId }, async (queries) => {
        const isUsed = await isUpdated(
          queries
            .updateTable("agent_refresh_tokens")
            .set({ used_at: at, seal: "" })
            .where("hash", "=", hash)
            .where("used_at", "is", null),
        );
        if (!isUsed) throw new Abandoned(false);
        await insertTokens(context, queries, next);
        return true;
      }),
    clientOfTenant: (tenantId) =>
      context.read("system", async (queries) => {
        const found = await queries.selectFrom("tenants").selectAll().where("id", "=", tenantId).executeTakeFirst();
        const tenant = genuine(context, "tenants", found);
        if (tenant === null || tenant.deleted_at !== null) return null;
        const client = await queries
          .selectFrom("service_clients")
          .selectAll()
          .where("id", "=", tenant.client_id)
          .where("revoked_at", "is", null)
          .where("agent_sign_in_url", "<>", "")
          .executeTakeFirst();
        const row = genuine(context, "service_clients", client);
        return row === null ? null : serviceClientRow(row);
      }),
    clientsWithPage: () =>
      context.read("system", async (queries) => {
        const rows = await queries
          .selectFrom("service_clients")
          .selectAll()
          .where("revoked_at", "is", null)
          .where("agent_sign_in_url", "<>", "")
          .limit(2)
          .execute();
        return rows.filter((row) => genuine(context, "service_clients", row) !== null).map(serviceClientRow);
      }),
    hostOfGrant: ({ id, clientId }) =>
      context.read({ client: clientId }, (queries) =>
        firstRow(
          queries
            .selectFrom("agent_refresh_tokens")
            .select(["host_id", "is_signed"])
            .where("grant_id", "=", id)
            .orderBy("is_signed", "desc")
            .limit(1),
          ({ host_id: hostId, is_signed: isSigned }) => ({ hostId, isSigned: isSigned === 1 }),
        ),
      ),
    useAssertion: (hash, expiresAt) =>
      context.write("system", async (queries) => {
        const { numInsertedOrUpdatedRows: inserted } = await queries
          .insertInto("agent_assertions")
          .values({ hash, expires_at: expiresAt })
          .onConflict((conflict) => conflict.column("hash").doNothing())
          .executeTakeFirst();
        return inserted === 1n;
      }),
    pruneAssertions: (before, limit) =>
      context.write("system", async (queries) => {
        const gone = await queries
          .deleteFrom("agent_assertions")
          .where("hash", "in", (eb) =>
            eb.selectFrom("agent_assertions").select("hash").where("expires_at", "<", before).limit(limit),
          )
          .executeTakeFirst();
        return Number(gone.numDeletedRows);
      }),
    register: (host, max) =>
      context.write("system", async (queries) => {
        const { count } = await queries
          .selectFrom("agent_hosts")
          .select((eb) => eb.fn.countAll().as("count"))
          .executeTakeFirstOrThrow();
        const surplus = Number(count) - max + 1;
        if (surplus > 0 && (await deleteUnusedHosts(queries, surplus)) === 0) return false;
        await queries
          .insertInto("agent_hosts")
          .values(sealed(context, "agent_hosts", columnsOf("agent_hosts", host)))
          .execute();
        return true;
      }),
    hostUsed: (id, at) =>
      context.write("system", async (queries) => {
        await queries.updateTable("agent_hosts").set({ used_at: at }).where("id", "=", id).execute();
      }),
    pruneHosts: (before, limit) =>
      context.write("system", async (queries) => {
        const gone = await queries
          .deleteFrom("agent_hosts")
          .where("id", "in", (eb) =>
            eb
              .selectFrom("agent_hosts")
              .select("id")
              .where((each) => each(each.fn.coalesce("used_at", "created_at"), "<", before))
              .limit(limit),
          )
          .executeTakeFirst();
        return Number(gone.numDeletedRows);
      }),
    registered: (id) =>
      context.read("system", async (queries) => {
        const found = await queries.selectFrom("agent_hosts").selectAll().where("id", "=", id).executeTakeFirst();
        const row = genuine(context, "agent_hosts", found);
        return row === null ? null : hostRow(row);
      }),
    prune: (before, limit) =>
      context.write("system", async (queries) => {
        const gone = await queries
          .deleteFrom("agent_authorizations")
          .where("id", "in", (eb) =>
            eb
              .selectFrom("agent_authorizations")
              .select("id")
              .where("expires_at", "<", before)
              .orderBy("expires_at")
              .limit(limit),
          )
          .executeTakeFirst();
        return Number(gone.numDeletedRows);
      }),
  };
}

function decidedEntry(row: AgentAuthorizationRow, actor: Actor): NewEntry {
  const { id: subject, clientId, status, approval, proposalId } = row;
  const data = {
    ...(proposalId === "" ? { host: row.hostId } : { proposal: proposalId }),
    ...(proposalId === "" && approval !== null ? { maxEffect: approval.maxEffect } : {}),
    ...(approval === null ? {} : { subject: approval.subject }),
  };
  const type = status === "denied" ? "agent_authorization.denied" : "agent_authorization.approved";
  return { type, clientId, tenantId: approval?.tenantId ?? row.tenantId, subject, actor, data };
}

/** Deletes the oldest hosts that no user has signed in with. @returns how many. */
async function deleteUnusedHosts(queries: Queries, count: number): Promise<number> {
  const gone = await queries
    .deleteFrom("agent_hosts")
    .where("id", "in", (eb) =>
      eb.selectFrom("agent_hosts").select("id").where("used_at", "is", null).orderBy("created_at").limit(count),
    )
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

async function insertTokens(
  context: StoreContext,
  queries: Queries,
  { access, refresh }: Parameters<AgentSignInStore["rotate"]>[1],
): Promise<void> {
  await queries
    .insertInto("delegated_tokens")
    .values(sealed(context, "delegated_tokens", columnsOf("delegated_tokens", access)))
    .execute();
  await queries
    .insertInto("agent_refresh_tokens")
    .values(sealed(context, "agent_refresh_tokens", columnsOf("agent_refresh_tokens", refresh)))
    .execute();
}

function authorizationOf(
  context: StoreContext,
  found: AgentAuthorizationsTable | undefined,
): AgentAuthorizationRow | null {
  const row = genuine(context, "agent_authorizations", found);
  return row === null ? null : authorizationRow(row);
}

const authorizationRow = rowOf("agent_authorizations");

const refreshRow = rowOf("agent_refresh_tokens");

const hostRow = rowOf("agent_hosts");

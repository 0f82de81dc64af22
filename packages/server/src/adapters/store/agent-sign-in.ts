/**
 * Sign-ins of agents' hosts and of people who decide on proposals. Each step is a conditional update, so only one of
 * two concurrent requests succeeds.
 */
import type {
  AgentAuthorizationRow,
  AgentSignInStore,
  Approval,
  RefreshTokenRow,
} from "../../domain/agent-sign-in/port.ts";
import { appendEvents } from "./audit.ts";
import { serviceClientRow } from "./client-rows.ts";
import { columnsOf } from "./columns.ts";
import { Abandoned, type Queries, type StoreContext } from "./context.ts";
import { firstRow, isUpdated } from "./statements/rows.ts";
import { sealed } from "./sealed-rows.ts";
import type { AgentAuthorizationsTable, AgentRefreshTokensTable } from "./tables.ts";
import { parsedJson, parsedJsonOrNull } from "./text.ts";

/** @param context the database. */
export function createAgentSignInStore(context: StoreContext): AgentSignInStore {
  return {
    // The client is unknown until the id or the code is found.
    find: (id) =>
      context.read("system", (queries) =>
        firstRow(queries.selectFrom("agent_authorizations").selectAll().where("id", "=", id), authorizationRow),
      ),
    decide: (authorization, event) =>
      context.write({ client: authorization.clientId }, async (queries) => {
        const { numInsertedOrUpdatedRows: inserted } = await queries
          .insertInto("agent_authorizations")
          .values(columnsOf(authorization))
          .onConflict((conflict) => conflict.column("id").doNothing())
          .executeTakeFirst();
        const isDecided = inserted === 1n;
        if (isDecided) await appendEvents(queries, [event]);
        return isDecided;
      }),
    proceed: ({ id, clientId, status, secretHash }, next, at) =>
      context.write({ client: clientId }, (queries) =>
        isUpdated(
          update(queries, id)
            .set({ status: next.status, secret_hash: "", code_hash: next.codeHash, usable_until: next.usableUntil })
            .where("status", "=", status)
            .where("secret_hash", "=", secretHash)
            .where("usable_until", ">", at),
        ),
      ),
    end: ({ id, clientId }, event) =>
      context.write({ client: clientId }, async (queries) => {
        const isEnded = await isUpdated(
          update(queries, id)
            .set({ status: "ended", secret_hash: "", code_hash: "", usable_until: 0 })
            .where("status", "in", ["approved", "denied"]),
        );
        if (isEnded) await appendEvents(queries, [event]);
        return isEnded;
      }),
    findByCode: (hashes) =>
      context.read("system", (queries) =>
        firstRow(
          queries
            .selectFrom("agent_authorizations")
            .selectAll()
            .where("code_hash", "in", hashes)
            .where("code_hash", "<>", ""),
          authorizationRow,
        ),
      ),
    redeem: ({ id, clientId, codeHash }, { grant, access, refresh }, at, event) =>
      context.write({ client: clientId }, async (queries) => {
        // The hash of the code stays, so that a second use of it is recognized.
        const isRedeemed = await isUpdated(
          update(queries, id)
            .set({ status: "completed", grant_id: grant.id })
            .where("status", "=", "approved")
            .where("code_hash", "=", codeHash)
            .where("usable_until", ">", at),
        );
        if (!isRedeemed) return false;
        await queries
          .insertInto("delegated_tokens")
          .values(sealed(context, "delegated_tokens", columnsOf(grant)))
          .execute();
        await insertTokens(context, queries, { access, refresh });
        await appendEvents(queries, [event]);
        return true;
      }),
    findRefresh: (hashes) =>
      context.read("system", (queries) =>
        firstRow(queries.selectFrom("agent_refresh_tokens").selectAll().where("hash", "in", hashes), refreshRow),
      ),
    rotate: ({ hash, clientId }, next, at) =>
      context.write<boolean>({ client: clientId }, async (queries) => {
        const isUsed = await isUpdated(
          queries
            .updateTable("agent_refresh_tokens")
            .set({ used_at: at })
            .where("hash", "=", hash)
            .where("used_at", "is", null),
        );
        if (!isUsed) throw new Abandoned(false);
        await insertTokens(context, queries, next);
        return true;
      }),
    clientOfTenant: (tenantId) =>
      context.read("system", (queries) =>
        firstRow(
          queries
            .selectFrom("service_clients as c")
            .innerJoin("tenants as t", "t.client_id", "c.id")
            .selectAll("c")
            .where("t.id", "=", tenantId)
            .where("t.deleted_at", "is", null)
            .where("c.revoked_at", "is", null)
            .where("c.agent_sign_in_url", "<>", ""),
          serviceClientRow,
        ),
      ),
    clientsWithPage: () =>
      context.read("system", async (queries) => {
        const rows = await queries
          .selectFrom("service_clients")
          .selectAll()
          .where("revoked_at", "is", null)
          .where("agent_sign_in_url", "<>", "")
          .limit(2)
          .execute();
        return rows.map(serviceClientRow);
      }),
    hostOfGrant: ({ id, clientId }) =>
      context.read({ client: clientId }, (queries) =>
        firstRow(
          queries.selectFrom("agent_refresh_tokens").select("host_id").where("grant_id", "=", id).limit(1),
          ({ host_id: hostId }) => hostId,
        ),
      ),
    register: (host, max) =>
      context.write("system", async (queries) => {
        const { count } = await queries
          .selectFrom("agent_hosts")
          .select((eb) => eb.fn.countAll().as("count"))
          .executeTakeFirstOrThrow();
        const surplus = Number(count) - max + 1;
        if (surplus > 0 && (await deleteUnusedHosts(queries, surplus)) === 0) return false;
        await queries.insertInto("agent_hosts").values(columnsOf(host)).execute();
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
      context.read("system", (queries) =>
        firstRow(queries.selectFrom("agent_hosts").selectAll().where("id", "=", id), (row) => ({
          id: row.id,
          name: row.name,
          redirectUris: parsedJson<string[]>(row.redirect_uris),
          createdAt: row.created_at,
          usedAt: row.used_at,
        })),
      ),
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

function update(queries: Queries, id: string) {
  return queries.updateTable("agent_authorizations").where("id", "=", id);
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
    .values(sealed(context, "delegated_tokens", columnsOf(access)))
    .execute();
  await queries.insertInto("agent_refresh_tokens").values(columnsOf(refresh)).execute();
}

function authorizationRow(row: AgentAuthorizationsTable): AgentAuthorizationRow {
  return {
    id: row.id,
    clientId: row.client_id,
    tenantId: row.tenant_id,
    resource: row.resource,
    hostId: row.host_id,
    hostName: row.host_name,
    redirectUri: row.redirect_uri,
    state: row.state,
    codeChallenge: row.code_challenge,
    browserHash: row.browser_hash,
    status: row.status as AgentAuthorizationRow["status"],
    approval: parsedJsonOrNull<Approval>(row.approval),
    secretHash: row.secret_hash,
    codeHash: row.code_hash,
    usableUntil: row.usable_until,
    grantId: row.grant_id,
    proposalId: row.proposal_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function refreshRow(row: AgentRefreshTokensTable): RefreshTokenRow {
  return {
    hash: row.hash,
    clientId: row.client_id,
    grantId: row.grant_id,
    hostId: row.host_id,
    resource: row.resource,
    createdAt: row.created_at,
    usedAt: row.used_at,
  };
}

/** The flows of OAuth sessions: each step is a conditional update, so that of two at once one is too late. */
import type { OAuthFlowRow, OAuthFlowStore } from "../../../domain/connect-sessions/port.ts";
import { Abandoned } from "../context.ts";
import type { Queries, StoreContext } from "../context.ts";
import type { OauthFlowsTable } from "../tables.ts";

/** The statuses of a session from which its user goes on to the provider. */
const authorizable = ["opened", "authorizing"] as const;

/** @param context the database. */
export function createOAuthFlowStore(context: StoreContext): OAuthFlowStore {
  return {
    start: (flow) => start(context, flow),
    // Who comes with a secret alone is known only by what is found.
    findByTicketHash: (hash) => context.read("system", (queries) => findBy(queries, "ticket_hash", hash)),
    // Flows without a consent have none, and none is nobody's.
    findByStateHash: (hash) =>
      hash === "" ? Promise.resolve(null) : context.read("system", (queries) => findBy(queries, "state_hash", hash)),
    open: (flowId, browserHash, at) =>
      context.write({ subject: flowId }, async (queries) => {
        const result = await queries
          .updateTable("oauth_flows")
          .set({ browser_hash: browserHash })
          .where("id", "=", flowId)
          .where("browser_hash", "=", "")
          .where("expires_at", ">", at)
          .executeTakeFirst();
        return result.numUpdatedRows === 1n;
      }),
    approve: (flowId, { stateHash, at, expiresAt }) =>
      context.write({ subject: flowId }, async (queries) => {
        const result = await queries
          .updateTable("oauth_flows")
          .set({ state_hash: stateHash, expires_at: expiresAt })
          .where("id", "=", flowId)
          .where("browser_hash", "<>", "")
          .where("used_at", "is", null)
          .where("expires_at", ">", at)
          .executeTakeFirst();
        return result.numUpdatedRows === 1n;
      }),
    use: (flow, at, until) => use(context, flow, at, until),
    // A flow's session is found by the flow, and a policy cannot look from either to the other.
    giveUp: (flowId) =>
      context.write("system", async (queries) => {
        await queries
          .updateTable("connect_sessions")
          .set({ status: "opened", verifying_until: 0 })
          .where("id", "in", (eb) => eb.selectFrom("oauth_flows").select("session_id").where("id", "=", flowId))
          .where("status", "=", "authorizing")
          .execute();
      }),
    prune: (beforeMs, limit) =>
      context.write("system", async (queries) => {
        const result = await queries
          .deleteFrom("oauth_flows")
          .where("id", "in", (eb) =>
            eb
              .selectFrom("oauth_flows")
              .select("id")
              .where("expires_at", "<", beforeMs)
              .orderBy("expires_at")
              .limit(limit),
          )
          .executeTakeFirst();
        return Number(result.numDeletedRows);
      }),
  };
}

function start(context: StoreContext, flow: OAuthFlowRow): Promise<boolean> {
  return context.write({ subject: flow.sessionId }, async (queries) => {
    // The session comes first: its row holds off a second start until this one is done.
    const result = await queries
      .updateTable("connect_sessions")
      .set({ status: "authorizing" })
      .where("id", "=", flow.sessionId)
      .where("status", "in", authorizable)
      .where("expires_at", ">", flow.createdAt)
      .where("verifying_until", "<=", flow.createdAt)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) return false;
    await queries.deleteFrom("oauth_flows").where("session_id", "=", flow.sessionId).execute();
    await queries.insertInto("oauth_flows").values(columnsOf(flow)).execute();
    return true;
  });
}

function use(
  context: StoreContext,
  flow: OAuthFlowRow,
  at: number,
  until: number,
): Promise<"taken" | "spent" | "busy"> {
  return context.write<"taken" | "spent" | "busy">({ subject: flow.sessionId }, async (queries) => {
    // The session comes first here too, so that no two transactions wait for each other.
    const session = await queries
      .updateTable("connect_sessions")
      .set({ verifying_until: until })
      .where("id", "=", flow.sessionId)
      .where("status", "in", authorizable)
      .where("expires_at", ">", at)
      .where("verifying_until", "<=", at)
      .executeTakeFirst();
    const spent = await queries
      .updateTable("oauth_flows")
      .set({ used_at: at })
      .where("id", "=", flow.id)
      .where("state_hash", "=", flow.stateHash)
      .where("used_at", "is", null)
      .where("expires_at", ">", at)
      .executeTakeFirst();
    if (spent.numUpdatedRows === 0n) throw new Abandoned("spent");
    if (session.numUpdatedRows === 0n) throw new Abandoned("busy");
    return "taken";
  });
}

async function findBy(
  queries: Queries,
  column: "ticket_hash" | "state_hash",
  hash: string,
): Promise<OAuthFlowRow | null> {
  const row = await queries.selectFrom("oauth_flows").selectAll().where(column, "=", hash).executeTakeFirst();
  return row === undefined ? null : flowRow(row);
}

function columnsOf(row: OAuthFlowRow): OauthFlowsTable {
  return {
    id: row.id,
    session_id: row.sessionId,
    provider: row.provider,
    languages: row.languages.join(),
    ticket_hash: row.ticketHash,
    browser_hash: row.browserHash,
    state_hash: row.stateHash,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    used_at: row.usedAt,
  };
}

function flowRow(row: OauthFlowsTable): OAuthFlowRow {
  return {
    id: row.id,
    sessionId: row.session_id,
    provider: row.provider,
    languages: row.languages === "" ? [] : row.languages.split(","),
    ticketHash: row.ticket_hash,
    browserHash: row.browser_hash,
    stateHash: row.state_hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}

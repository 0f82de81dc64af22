/** OAuth flows. Each step is a conditional update, so only one of two concurrent requests succeeds. */
import type { NewEntry } from "../../../domain/journal/port.ts";
import type { OAuthFlowRow, OAuthFlowStore } from "../../../domain/connect-sessions/port.ts";
import { append } from "../journal/append.ts";
import { columnsOf, rowOf, firstRow, isUpdated } from "../rows.ts";
import { Abandoned } from "../context.ts";
import type { Queries, StoreContext } from "../context.ts";

/** The statuses in which a session's user can go to the provider. */
const authorizable = ["opened", "authorizing"] as const;

/** @param context the database. */
export function createOAuthFlowStore(context: StoreContext): OAuthFlowStore {
  return {
    start: (flow, recorded) => start(context, flow, recorded),
    // The client is unknown until the secret is found.
    findByTicketHash: (hash) => context.read("system", (queries) => findBy(queries, "ticket_hash", hash)),
    // A flow before consent has no state, so an empty one must not match.
    findByStateHash: (hash) =>
      hash === "" ? Promise.resolve(null) : context.read("system", (queries) => findBy(queries, "state_hash", hash)),
    open: (flowId, browserHash, at) =>
      context.write({ subject: flowId }, (queries) =>
        isUpdated(
          queries
            .updateTable("oauth_flows")
            .set({ browser_hash: browserHash })
            .where("id", "=", flowId)
            .where("browser_hash", "=", "")
            .where("expires_at", ">", at),
        ),
      ),
    approve: (flowId, { stateHash, appId, at, expiresAt }, recorded) =>
      context.write({ subject: flowId }, async (queries) => {
        const isApproved = await isUpdated(
          queries
            .updateTable("oauth_flows")
            .set({ state_hash: stateHash, app_id: appId, expires_at: expiresAt })
            .where("id", "=", flowId)
            .where("browser_hash", "<>", "")
            .where("used_at", "is", null)
            .where("expires_at", ">", at),
        );
        if (isApproved && recorded !== null) await append(context, queries, [recorded]);
        return isApproved;
      }),
    use: (flow, at, until) => use(context, flow, at, until),
    // The session is found through the flow, and a row-level policy can't follow that link.
    giveUp: (flowId, recorded) =>
      context.write("system", async (queries) => {
        await queries
          .updateTable("connect_sessions")
          .set({ status: "opened", verifying_until: 0 })
          .where("id", "in", (eb) => eb.selectFrom("oauth_flows").select("session_id").where("id", "=", flowId))
          .where("status", "=", "authorizing")
          .execute();
        if (recorded !== null) await append(context, queries, [recorded]);
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

function start(context: StoreContext, flow: OAuthFlowRow, recorded: NewEntry | null): Promise<boolean> {
  return context.write({ subject: flow.sessionId }, async (queries) => {
    // The session comes first: its row lock delays a second start until this one is done.
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
    await queries.insertInto("oauth_flows").values(columnsOf("oauth_flows", flow)).execute();
    if (recorded !== null) await append(context, queries, [recorded]);
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
    // The session comes first here too, to avoid deadlocks.
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
  return await firstRow(queries.selectFrom("oauth_flows").selectAll().where(column, "=", hash), flowRow);
}

const flowRow = rowOf("oauth_flows");

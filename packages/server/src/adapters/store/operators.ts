/** Operator tokens and the console sessions started with them. */
import type { TrailTypeName } from "../../domain/journal/types.ts";
import type { Actor, AuditData } from "../../domain/journal/port.ts";
import { tokenVersion, type OperatorSessionRow, type OperatorStore } from "../../domain/operators/port.ts";
import { isExpected, stale } from "../../domain/versions/version.ts";
import { append } from "./journal/append.ts";
import { columnsOf, rowOf } from "./rows.ts";
import { Abandoned, type Queries, type StoreContext } from "./context.ts";
import { listPage } from "./statements/page.ts";
import { changeSealed, genuine, sealed } from "./sealed-rows.ts";

/** @param context the database. */
export function createOperatorStore(context: StoreContext): OperatorStore {
  return {
    create: (token, by) =>
      context.write("system", async (queries) => {
        await queries
          .insertInto("operator_tokens")
          .values(sealed(context, "operator_tokens", columnsOf("operator_tokens", token)))
          .execute();
        await recordChange(context, queries, "operator_token.created", token.id, by, { role: token.role });
      }),
    find: (tokenId) =>
      context.read("system", async (queries) => {
        const found = await queries
          .selectFrom("operator_tokens")
          .selectAll()
          .where("id", "=", tokenId)
          .executeTakeFirst();
        const row = genuine(context, "operator_tokens", found);
        return row === null ? null : tokenRow(row);
      }),
    list: (query) => context.list("system", (read) => listPage(read, "operator_tokens", { query }, tokenRow)),
    setRole: (tokenId, role, by, expectedVersion) =>
      context.write("system", async (queries) => {
        const [changed] = await changeSealed(context, queries, "operator_tokens", [tokenId], (row) => {
          if (row.revoked_at !== null) return null;
          if (!isExpected(expectedVersion, () => tokenVersion(tokenRow(row)))) throw new Abandoned(stale);
          return { role };
        });
        if (changed === undefined) return false;
        await recordChange(context, queries, "operator_token.updated", tokenId, by, { role });
        return true;
      }),
    revoke: (tokenId, at, by, expectedVersion) =>
      context.write("system", async (queries) => {
        const row = await queries
          .selectFrom("operator_tokens")
          .selectAll()
          .where("id", "=", tokenId)
          .$if(context.locksRows, (rows) => rows.forUpdate())
          .executeTakeFirst();
        if (row !== undefined && !isExpected(expectedVersion, () => tokenVersion(tokenRow(row)))) return stale;
        const result = await queries
          .updateTable("operator_tokens")
          .set({ revoked_at: at, seal: "" })
          .where("id", "=", tokenId)
          .where("revoked_at", "is", null)
          .executeTakeFirst();
        await queries.deleteFrom("operator_sessions").where("token_id", "=", tokenId).execute();
        const isRevoked = result.numUpdatedRows === 1n;
        if (isRevoked) await recordChange(context, queries, "operator_token.revoked", tokenId, by);
        return isRevoked;
      }),
    begin: (session, seenBefore) => context.write("system", (queries) => begin(context, queries, session, seenBefore)),
    session: (hashes) =>
      context.read("system", async (queries) => {
        if (hashes.length === 0) return null;
        const row = await queries
          .selectFrom("operator_sessions as s")
          .innerJoin("operator_tokens as t", "t.id", "s.token_id")
          .selectAll("t")
          .select(["s.hash as session_hash", "s.created_at as begun_at", "s.seen_at", "s.ends_at"])
          .select(["s.token_id", "s.seal as session_seal"])
          .where("s.hash", "in", hashes)
          .executeTakeFirst();
        if (row === undefined) return null;
        const { session_hash: hash, begun_at, seen_at, ends_at, token_id, session_seal: seal, ...token } = row;
        const session = { hash, token_id, created_at: begun_at, seen_at, ends_at, seal };
        if (genuine(context, "operator_sessions", session) === null) return null;
        if (genuine(context, "operator_tokens", token) === null) return null;
        return { session: sessionRow(session), token: tokenRow(token) };
      }),
    seen: ({ hash, tokenId }, at) =>
      context.write("system", async (queries) => {
        await queries
          .updateTable("operator_sessions")
          .set({ seen_at: at })
          .where("hash", "=", hash)
          .where("seen_at", "<", at)
          .execute();
        await queries.updateTable("operator_tokens").set({ last_used_at: at }).where("id", "=", tokenId).execute();
      }),
    end: (hash) =>
      context.write("system", async (queries) => {
        const ended = await queries
          .deleteFrom("operator_sessions")
          .where("hash", "=", hash)
          .returning("token_id")
          .executeTakeFirst();
        if (ended === undefined) return;
        await recordChange(context, queries, "operator.signed_out", ended.token_id, `operator:${ended.token_id}`);
      }),
  };
}

async function begin(
  context: StoreContext,
  queries: Queries,
  session: OperatorSessionRow,
  seenBefore: number,
): Promise<void> {
  const { tokenId, createdAt } = session;
  await queries
    .deleteFrom("operator_sessions")
    .where((eb) => eb.or([eb("ends_at", "<=", createdAt), eb("seen_at", "<=", seenBefore)]))
    .execute();
  await queries
    .insertInto("operator_sessions")
    .values(sealed(context, "operator_sessions", columnsOf("operator_sessions", session)))
    .execute();
  await queries.updateTable("operator_tokens").set({ last_used_at: createdAt }).where("id", "=", tokenId).execute();
  await recordChange(context, queries, "operator.signed_in", tokenId, `operator:${tokenId}`);
}

/** Records a change in the deployment's chain. */
async function recordChange(
  context: StoreContext,
  queries: Queries,
  type: TrailTypeName,
  tokenId: string,
  actor: Actor,
  data: AuditData = {},
): Promise<void> {
  await append(context, queries, [{ type, clientId: "", tenantId: "", subject: tokenId, actor, data }]);
}

const tokenRow = rowOf("operator_tokens");

const sessionRow = rowOf("operator_sessions");

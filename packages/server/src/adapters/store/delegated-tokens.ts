/** Delegated tokens. */
import type {
  DelegatedTokenRow,
  DelegatedTokenStore,
  TokenFilter,
  TokenQuery,
  UsedToken,
} from "../../domain/service-clients/port.ts";
import { columnsOf, rowOf } from "./rows.ts";
import { tokensThatAsk } from "./proposals/ends.ts";
import type { Queries, StoreContext } from "./context.ts";
import { append, lockHead } from "./journal/append.ts";
import { claimKey, keyHolder } from "./keys.ts";
import { tokenCreatedEntry, tokenRevokedEntry } from "./journal/entries.ts";
import { findByKeyId } from "./service-keys.ts";
import { type ListedPage, listPage, reachedRows } from "./statements/page.ts";
import { genuine, sealed } from "./sealed-rows.ts";
import { boundText, statement } from "./statements/statement.ts";
import type { DelegatedTokensTable } from "./tables.ts";
import { storableJson } from "./text.ts";

type Created = Awaited<ReturnType<DelegatedTokenStore["create"]>>;

/** @param context the database. */
export function createDelegatedTokenStore(context: StoreContext): DelegatedTokenStore {
  return {
    create: (token, by, keyed) =>
      context.write<Created>({ client: token.clientId }, async (queries) => {
        if (keyed !== undefined) {
          const { claim, response } = keyed;
          // In the order of a claim, so that the two don't deadlock.
          await lockHead.first(queries, { clientId: token.clientId });
          const key = { ...claim, state: "done", response: storableJson(response) } as const;
          if ((await claimKey.first(queries, key)) === undefined) {
            return { kind: "key_taken", row: await keyHolder(queries, claim) };
          }
        }
        await queries
          .insertInto("delegated_tokens")
          .values(sealed(context, "delegated_tokens", columnsOf("delegated_tokens", token)))
          .execute();
        await append(context, queries, [tokenCreatedEntry(token, by)]);
        return { kind: "created" };
      }),
    find: (clientId, id, options) =>
      context.read({ client: clientId }, async (queries) => {
        const row = await queries
          .selectFrom("delegated_tokens")
          .selectAll()
          .where("id", "=", id)
          .where("client_id", "=", clientId)
          .executeTakeFirst();
        const found = options?.altered === true ? row : genuine(context, "delegated_tokens", row);
        return found === undefined || found === null ? null : tokenRow(found);
      }),
    findForUse: (id) => context.read("system", (queries) => findForUse(context, queries, id)),
    list: (clientId, query) =>
      context.list({ client: clientId }, (read) =>
        listPage(read, "delegated_tokens", listedOf({ ...query, clientId }), tokenRow),
      ),
    revoke: (clientId, tokens, at, { actor, reason = "" }) =>
      context.write({ client: clientId }, async (queries) => {
        // In the order of a claim, which counts budgets under this lock.
        await lockHead.first(queries, { clientId });
        const revoked = await revokeTokens(queries, clientId, tokens, at);
        await append(
          context,
          queries,
          revoked.map((token) => tokenRevokedEntry(token, actor, reason)),
        );
        return revoked.length;
      }),
    prune: (before, limit) =>
      context.write("system", async (queries) => {
        const gone = await queries
          .with("gone", (db) =>
            db
              .selectFrom("delegated_tokens")
              .select("id")
              .where("expires_at", "<", before)
              .orderBy("expires_at")
              .limit(limit)
              .$if(context.locksRows, (rows) => rows.forUpdate().skipLocked()),
          )
          .deleteFrom("delegated_tokens")
          .where("id", "in", (eb) => eb.selectFrom("gone").select("id"))
          .executeTakeFirst();
        return Number(gone.numDeletedRows);
      }),
  };
}

/**
 * Revokes the active tokens with this id or matching this filter, and all active tokens made from them. Expired ones
 * are revoked too if they have a waiting proposal.
 * @returns the tokens that were revoked.
 */
export async function revokeTokens(
  queries: Queries,
  clientId: string,
  tokens: { id: string } | TokenFilter,
  at: number,
): Promise<DelegatedTokenRow[]> {
  const revoked: DelegatedTokenRow[] = [];
  const when = { at, asking: await tokensThatAsk(queries, clientId) };
  for (let rows = await revokeMatching(queries, clientId, tokens, when); rows.length > 0;) {
    revoked.push(...rows);
    rows = await revokeMatching(queries, clientId, { parents: rows.map(({ id }) => id) }, when);
  }
  return revoked;
}

async function revokeMatching(
  queries: Queries,
  clientId: string,
  which: { id: string } | { parents: readonly string[] } | TokenFilter,
  { at, asking }: { at: number; asking: readonly string[] },
): Promise<DelegatedTokenRow[]> {
  let update = queries
    .updateTable("delegated_tokens")
    .set({ revoked_at: at, seal: "" })
    .where("client_id", "=", clientId)
    .where("revoked_at", "is", null)
    .where((eb) => {
      const isActive = eb("expires_at", ">", at);
      return asking.length === 0 ? isActive : eb.or([isActive, eb("id", "in", asking)]);
    });
  if ("id" in which) update = update.where("id", "=", which.id);
  else if ("parents" in which) update = update.where("parent_id", "in", which.parents);
  else {
    const { conditions, values } = filtered(which);
    for (const condition of conditions) update = update.where(boundText(condition, values));
  }
  return (await update.returningAll().execute()).map(tokenRow);
}

/** A token with its ancestors. A chain has three tokens at most. */
const chainOf = statement<{ id: string }, DelegatedTokensTable>(
  "delegated_tokens.chain",
  `select each.* from delegated_tokens as own
   left join delegated_tokens as parent on own.parent_id <> '' and parent.id = own.parent_id
   left join delegated_tokens as oldest on parent.parent_id <> '' and oldest.id = parent.parent_id
   join delegated_tokens as each on each.id in (own.id, parent.id, oldest.id)
   where own.id = :id`,
);

async function findForUse(context: StoreContext, queries: Queries, id: string): Promise<UsedToken | null> {
  const found = await chainOf.all(queries, { id });
  if (found.some((row) => genuine(context, "delegated_tokens", row) === null)) return null;
  const rows = new Map(found.map((row) => [row.id, tokenRow(row)]));
  const chain: DelegatedTokenRow[] = [];
  for (let next = rows.get(id); next !== undefined; next = rows.get(next.parentId)) chain.unshift(next);
  const [oldest] = chain;
  // A missing ancestor expired long ago.
  if (oldest === undefined || oldest.parentId !== "") return null;
  const owner = await findByKeyId(context, queries, oldest.keyId);
  const place = await queries.selectFrom("tenants").selectAll().where("id", "=", oldest.tenantId).executeTakeFirst();
  const tenant = genuine(context, "tenants", place);
  if (owner === null || tenant === null) return null;
  return { ...owner, chain, isTenantDeleted: tenant.deleted_at !== null, tenantLabel: tenant.label };
}

/** The conditions of a listing. @param query.clientId null for the tokens of all service clients. */
export function listedOf(query: TokenQuery & { clientId: string | null }): ListedPage {
  const { clientId, tenantId, label, tenants, status, nowMs } = query;
  const reached = reachedRows(tenants, "delegated_tokens");
  const filters = [...reached.conditions, ...(status === null ? [] : [statusConditions[status]])];
  const ofClient = clientId === null ? [] : ["client_id = :clientId"];
  const values = { clientId, tenantId, label, nowMs, ...reached.values };
  // The expressions keep the planners from another index.
  if (label !== null) {
    const ofTenant = tenantId === null ? [] : ["tenant_id || '' = :tenantId"];
    return { conditions: [...ofClient, ...ofLabel], filters: [...ofTenant, ...filters], values, query };
  }
  if (tenantId === null) return { conditions: ofClient, filters, values, query };
  const isOfClient = clientId === null ? [] : ["client_id || '' = :clientId"];
  return { conditions: ["tenant_id = :tenantId"], filters: [...isOfClient, ...filters], values, query };
}

const ofLabel = ["label = :label", "label <> ''"];

function filtered({ tenantId, label, tenants }: TokenFilter) {
  const reached = reachedRows(tenants, "delegated_tokens");
  const conditions = [
    ...(tenantId === null ? [] : ["tenant_id = :tenantId"]),
    ...(label === null ? [] : ofLabel),
    ...reached.conditions,
  ];
  return { conditions, values: { tenantId, label, ...reached.values } };
}

const statusConditions = {
  active: "revoked_at is null and expires_at > :nowMs",
  expired: "revoked_at is null and expires_at <= :nowMs",
  revoked: "revoked_at is not null",
} as const;

export const tokenRow = rowOf("delegated_tokens");

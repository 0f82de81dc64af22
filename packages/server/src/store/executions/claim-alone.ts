/**
 * A claim by itself, on PostgreSQL: one statement in the place of the function execution_claim, whose call, lists and inner
 * statements cost more than what is written. It takes key and head of the chain in the function's order, so that neither
 * ever waits for the other in a circle.
 */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { preparedText } from "../statements/prepared-text.ts";
import type { Prepared } from "../statements/prepared.ts";
import type { ClaimColumns } from "./claim-columns.ts";

type Written = { attempt: number };

/** Without a key nothing is in the way but a stale cached connection. */
const unkeyed = (slot: ClaimColumns) => sql`select 1::bigint as attempt where ${holds(slot)}`;

const keyed = (slot: ClaimColumns) => sql`insert into idempotency_keys as k
    (client_id, tenant_id, key, state, fingerprint, execution_id, answer, attempt, owner_id, created_at)
    select ${slot.client_id}::text, ${slot.tenant_id}::text, ${slot.idempotency_key}::text, 'running',
      ${slot.fingerprint}::text, ${slot.id}::text, null, 1, ${slot.owner_id}::text, ${slot.key_created_at}::bigint
    where ${holds(slot)}
    on conflict (client_id, tenant_id, key) do update set state = excluded.state,
      execution_id = excluded.execution_id, answer = null, attempt = k.attempt + 1, owner_id = excluded.owner_id,
      created_at = excluded.created_at
    where k.state = 'freed' and k.fingerprint = excluded.fingerprint and ${slot.recalled_version}::bigint = 0
    returning k.attempt`;

/** Whether a cached connection is still current, and there is a chain to append to. */
function holds(slot: ClaimColumns): RawBuilder<unknown> {
  return sql`(${slot.recalled_version}::bigint = 0 or ${slot.recalled_version}::bigint = (
      select p.credential_version from connections as p
      where p.id = ${slot.connection_id}::text and p.client_id = ${slot.client_id}::text and p.tenant_id = ${slot.tenant_id}::text and p.status = 'active'))
    and exists (select 1 from audit_chains where client_id = ${slot.client_id}::text)`;
}

/** The head is locked once the key is held: number and hash of the one before are those of whoever appended last. */
function claimBy(name: string, held: (slot: ClaimColumns) => RawBuilder<unknown>): Prepared<ClaimColumns, Written> {
  return preparedText<ClaimColumns, Written>(
    name,
    (slot) => sql`with held as (${held(slot)}),
      chain as (
        update audit_chains as c set seq = c.seq + 1, hash = encode(sha256(decode(c.hash, 'hex') ||
          convert_to(${slot.document_start}::text || (c.seq + 1) || ${slot.document_end}::text, 'UTF8')), 'hex')
        from (select client_id, hash from audit_chains
          where client_id = ${slot.client_id}::text and exists (select 1 from held) for update) as head
        where c.client_id = head.client_id
        returning c.seq, head.hash as prev_hash, c.hash),
      event as (
        insert into audit_events (client_id, seq, id, tenant_id, type, subject, actor, data, at, prev_hash, hash)
        select ${slot.client_id}::text, chain.seq, ${slot.event_id}::text, ${slot.event_tenant_id}::text,
          ${slot.event_type}::text, ${slot.event_subject}::text, ${slot.event_actor}::text, ${slot.event_data}::text,
          ${slot.event_at}::bigint, chain.prev_hash, chain.hash from chain)
      insert into executions (
        id, client_id, tenant_id, connection_id, provider, action_id, effect, status, summary_input, summary_output,
        error_code, error_detail, idempotency_key, attempt, fence, owner_id, created_at, settle_after)
      select ${slot.id}::text, ${slot.client_id}::text, ${slot.tenant_id}::text, ${slot.connection_id}::text,
        ${slot.provider}::text, ${slot.action_id}::text, ${slot.effect}::text, 'accepted', ${slot.summary_input}::text, 'null',
        '', '', ${slot.idempotency_key}::text, held.attempt, 0, ${slot.owner_id}::text, ${slot.created_at}::bigint, 0
      from held, chain returning attempt`,
  );
}

/** A claim with its event: no row where it does not hold, or where its client has no chain yet. */
export const claimAlone = {
  unkeyed: claimBy("execution_claims.alone", unkeyed),
  keyed: claimBy("execution_claims.alone_keyed", keyed),
};

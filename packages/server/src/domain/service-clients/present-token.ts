/** Presents delegated tokens in the contract's form. */
import type { DelegatedToken, DelegatedTokenStatus, ServiceClient } from "@svc/contract";
import { timestamp, timestampOrNull } from "../clock/timestamp.ts";
import type { CallerToken } from "./caller.ts";
import type { DelegatedTokenRow } from "./port.ts";

/** Returns a token's status at a time. A revoked token stays `revoked` after it expires. */
export function statusOf(row: Pick<DelegatedTokenRow, "revokedAt" | "expiresAt">, nowMs: number): DelegatedTokenStatus {
  if (row.revokedAt !== null) return "revoked";
  return row.expiresAt <= nowMs ? "expired" : "active";
}

/** Presents a token without its secret. */
export function presentToken(row: DelegatedTokenRow, nowMs: number): DelegatedToken {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    parent_id: orNull(row.parentId),
    connections: copied(row.connections),
    actions: copied(row.actions),
    maxEffect: row.maxEffect,
    maxExecutions: row.maxExecutions,
    usedExecutions: row.maxExecutions === null ? null : row.usedExecutions,
    requireApproval: row.requireApproval,
    audience: [...row.audience],
    subject: orNull(row.subject),
    agent: orNull(row.agent),
    label: orNull(row.label),
    status: statusOf(row, nowMs),
    createdAt: timestamp(row.createdAt),
    expiresAt: timestamp(row.expiresAt),
    revokedAt: timestampOrNull(row.revokedAt),
  };
}

/** Presents a call's token to its holder. */
export function presentOwnToken({
  row,
  chain,
  connections,
}: CallerToken): NonNullable<ServiceClient["delegatedToken"]> {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    connections: copied(connections),
    actions: copied(row.actions),
    maxEffect: row.maxEffect,
    requireApproval: chain.some(({ requireApproval }) => requireApproval),
    audience: [...row.audience],
    subject: orNull(row.subject),
    agent: orNull(row.agent),
    expiresAt: timestamp(row.expiresAt),
  };
}

function copied(list: readonly string[] | null): string[] | null {
  return list === null ? null : [...list];
}

function orNull(text: string): string | null {
  return text === "" ? null : text;
}

/** `svc-server operator-tokens`: who may sign in at the console, as printable answers. */
import { createAudit } from "../../domain/audit/audit.ts";
import { timestamp, timestampOrNull } from "../../domain/paging/timestamp.ts";
import type { OperatorTokenRow } from "../../domain/operators/port.ts";
import { createOperatorTokens, maskToken, type OperatorTokens } from "../../domain/operators/tokens.ts";
import type { OperatorDeployment } from "./environment.ts";
import { OperatorFailure } from "./failure.ts";

/** The operations, over a deployment. */
export function operatorTokensOf({ operators, audit, platform, newId }: OperatorDeployment): OperatorTokens {
  return createOperatorTokens({ ...operators, audit: createAudit(audit, { platform, newId }), platform });
}

/**
 * Makes a token; the answer holds it, this once.
 * @throws OperatorFailure for a number of days that is none.
 */
export async function createToken(
  tokens: OperatorTokens,
  { name, expiresInDays }: { name: string; expiresInDays?: string },
): Promise<object> {
  const days = expiresInDays === undefined ? defaultDays : daysOf(expiresInDays);
  const { token, secret } = await tokens.create({ name, expiresInDays: days });
  const { id, createdAt, expiresAt } = token;
  return { id, name, token: secret, createdAt: timestamp(createdAt), expiresAt: timestampOrNull(expiresAt) };
}

/** Every token, without any of its secret. */
export async function listTokens(tokens: OperatorTokens): Promise<object[]> {
  return (await tokens.list()).map(presentToken);
}

/** A token a line. */
export async function tableOfTokens(tokens: OperatorTokens, nowMs: number): Promise<object> {
  const rows = await tokens.list();
  return Object.fromEntries(
    rows.map((row) => [row.id, [row.name, stateOf(row, nowMs), `last used ${textOf(row.lastUsedAt)}`].join("  ")]),
  );
}

const defaultDays = 90;

function daysOf(text: string): number | null {
  if (text === "never") return null;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new OperatorFailure("--expires-in-days must be a whole number of days, or never.");
}

function presentToken({ id, name, createdAt, lastUsedAt, expiresAt, revokedAt }: OperatorTokenRow): object {
  return {
    id,
    name,
    maskedToken: maskToken(id),
    createdAt: timestamp(createdAt),
    lastUsedAt: timestampOrNull(lastUsedAt),
    expiresAt: timestampOrNull(expiresAt),
    revokedAt: timestampOrNull(revokedAt),
  };
}

function stateOf({ revokedAt, expiresAt }: OperatorTokenRow, nowMs: number): string {
  if (revokedAt !== null) return `revoked ${timestamp(revokedAt)}`;
  if (expiresAt === null) return "does not expire";
  return `${expiresAt <= nowMs ? "expired" : "expires"} ${timestamp(expiresAt)}`;
}

function textOf(ms: number | null): string {
  return timestampOrNull(ms) ?? "never";
}

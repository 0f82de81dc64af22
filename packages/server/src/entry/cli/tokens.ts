/** `svc-server operator-tokens`: manages who can sign in to the console, with results to print. */
import { timestamp, timestampOrNull } from "../../domain/clock/timestamp.ts";
import type { OperatorRole } from "../../domain/operators/roles.ts";
import type { OperatorTokenRow } from "../../domain/operators/port.ts";
import { createOperatorTokens, maskToken, type OperatorTokens } from "../../domain/operators/tokens.ts";
import type { OperatorDeployment } from "./environment.ts";
import { OperatorFailure, type Rows } from "./io.ts";

/** Creates the token operations of a deployment. */
export function openOperatorTokens({ operators, platform }: OperatorDeployment): OperatorTokens {
  return createOperatorTokens({ ...operators, platform });
}

/** Creates a token. Only this result contains it. @throws OperatorFailure for an invalid number of days. */
export async function createToken(
  tokens: OperatorTokens,
  { name, role, expiresInDays }: { name: string; role: OperatorRole; expiresInDays?: string },
): Promise<object> {
  const days = expiresInDays === undefined ? defaultDays : parseDays(expiresInDays);
  const { token, secret } = await tokens.create({ name, role, expiresInDays: days });
  const { id, createdAt, expiresAt } = token;
  return { id, name, role, token: secret, createdAt: timestamp(createdAt), expiresAt: timestampOrNull(expiresAt) };
}

/** Returns all tokens, without their secrets. */
export async function tokenRows(tokens: OperatorTokens, nowMs: number): Promise<Rows> {
  const rows = await tokens.list();
  return {
    document: { operatorTokens: rows.map(presentToken) },
    headings: ["TOKEN", "NAME", "ROLE", "STATUS", "EXPIRES", "LAST USED"],
    rows: rows.map((row) => [
      row.id,
      row.name,
      row.role,
      stateOf(row, nowMs),
      timestampOrNull(row.expiresAt) ?? "never",
      timestampOrNull(row.lastUsedAt) ?? "never",
    ]),
  };
}

const defaultDays = 90;

function parseDays(text: string): number | null {
  if (text === "never") return null;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new OperatorFailure("--expires-in-days must be a whole number of days, or never.");
}

function presentToken({ id, name, role, createdAt, lastUsedAt, expiresAt, revokedAt }: OperatorTokenRow): object {
  return {
    id,
    name,
    role,
    maskedToken: maskToken(id),
    createdAt: timestamp(createdAt),
    lastUsedAt: timestampOrNull(lastUsedAt),
    expiresAt: timestampOrNull(expiresAt),
    revokedAt: timestampOrNull(revokedAt),
  };
}

function stateOf({ revokedAt, expiresAt }: OperatorTokenRow, nowMs: number): string {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= nowMs ? "expired" : "active";
}

/** `svc-server operator-tokens`: manages who can sign in to the console, with results to print. */
import { timestamp, timestampOrNull } from "../../domain/clock/timestamp.ts";
import type { OperatorTokenRow } from "../../domain/operators/port.ts";
import { createOperatorTokens, maskToken, type OperatorTokens } from "../../domain/operators/tokens.ts";
import type { OperatorDeployment } from "./environment.ts";
import { OperatorFailure } from "./io.ts";

/** Creates the token operations of a deployment. */
export function openOperatorTokens({ operators, platform }: OperatorDeployment): OperatorTokens {
  return createOperatorTokens({ ...operators, platform });
}

/** Creates a token. Only this result contains it. @throws OperatorFailure for an invalid number of days. */
export async function createToken(
  tokens: OperatorTokens,
  { name, expiresInDays }: { name: string; expiresInDays?: string },
): Promise<object> {
  const days = expiresInDays === undefined ? defaultDays : parseDays(expiresInDays);
  const { token, secret } = await tokens.create({ name, expiresInDays: days });
  const { id, createdAt, expiresAt } = token;
  return { id, name, token: secret, createdAt: timestamp(createdAt), expiresAt: timestampOrNull(expiresAt) };
}

/** Returns all tokens, without their secrets. */
export async function listTokens(tokens: OperatorTokens): Promise<object[]> {
  return (await tokens.list()).map(presentToken);
}

/** Returns a table with one line per token. */
export async function tabulateTokens(tokens: OperatorTokens, nowMs: number): Promise<object> {
  const rows = await tokens.list();
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      [row.name, describeState(row, nowMs), `last used ${formatTime(row.lastUsedAt)}`].join("  "),
    ]),
  );
}

const defaultDays = 90;

function parseDays(text: string): number | null {
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

function describeState({ revokedAt, expiresAt }: OperatorTokenRow, nowMs: number): string {
  if (revokedAt !== null) return `revoked ${timestamp(revokedAt)}`;
  if (expiresAt === null) return "doesn't expire";
  return `${expiresAt <= nowMs ? "expired" : "expires"} ${timestamp(expiresAt)}`;
}

function formatTime(ms: number | null): string {
  return timestampOrNull(ms) ?? "never";
}

/** `svc-server operator-tokens`: manages who can sign in to the console and use the admin API, with results to print. */
import type { OperatorRole, OperatorToken } from "@svc/contract";
import type { Administration } from "../../domain/administration/port.ts";
import { allOperatorTokens } from "./administered.ts";
import { OperatorFailure, type Rows } from "./io.ts";

/** Creates a token. Only this result contains it. @throws OperatorFailure for an invalid number of days. */
export async function createToken(
  administration: Administration,
  { name, role, expiresInDays }: { name: string; role: OperatorRole; expiresInDays?: string },
): Promise<object> {
  const days = expiresInDays === undefined ? {} : { expiresInDays: parseDays(expiresInDays) };
  const { id, token, createdAt, expiresAt } = await administration.createOperatorToken({
    body: { name, role, ...days },
  });
  return { id, name, role, token, createdAt, expiresAt };
}

/** Returns all tokens, without their secrets. */
export async function tokenRows(administration: Administration, nowMs: number): Promise<Rows> {
  const tokens = await allOperatorTokens(administration);
  return {
    document: { operatorTokens: tokens },
    headings: ["TOKEN", "NAME", "ROLE", "STATUS", "EXPIRES", "LAST USED"],
    rows: tokens.map((token) => [
      token.id,
      token.name,
      token.role,
      stateOf(token, nowMs),
      token.expiresAt ?? "never",
      token.lastUsedAt ?? "never",
    ]),
  };
}

function parseDays(text: string): number | null {
  if (text === "never") return null;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new OperatorFailure("--expires-in-days must be a whole number of days, or never.");
}

function stateOf({ revokedAt, expiresAt }: OperatorToken, nowMs: number): string {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? "expired" : "active";
}

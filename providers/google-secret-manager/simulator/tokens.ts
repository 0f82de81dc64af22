/** Checks the JSON Web Tokens that service accounts sign for themselves: https://google.aip.dev/auth/4111 */
import { verify } from "node:crypto";
import { accounts, publicKey } from "./accounts.ts";

export type AccountName = keyof typeof accounts;

const audience = "https://secretmanager.googleapis.com/";
const lifetimeSecondsMax = 3600;
const skewSeconds = 300;

/** The account whose valid token this is; null for any other string. */
export function accountOf(token: string, nowMs: number): AccountName | null {
  const [header = "", claims = "", signature = "", ...more] = token.split(".");
  const { alg, kid } = partOf(header);
  const { iss, sub, aud, iat, exp, scope } = partOf(claims);
  const known = (Object.entries(accounts) as [AccountName, (typeof accounts)[AccountName]][]).find(
    ([, { client_email }]) => client_email === iss,
  );
  if (more.length > 0 || known === undefined) return null;
  const [name, { private_key_id }] = known;
  const isSigned = verify(
    "RSA-SHA256",
    Buffer.from(`${header}.${claims}`),
    publicKey,
    Buffer.from(signature, "base64url"),
  );
  const nowSeconds = nowMs / 1000;
  const [from, to] = [Number(iat), Number(exp)];
  const isInTime = from - skewSeconds <= nowSeconds && nowSeconds < to && to - from <= lifetimeSecondsMax;
  // A token has an audience or a scope.
  const isForUs = typeof scope === "string" ? scope.includes("cloud-platform") : aud === audience;
  return isSigned && alg === "RS256" && kid === private_key_id && iss === sub && isForUs && isInTime ? name : null;
}

function partOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(text, "base64url").toString("utf8"))) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

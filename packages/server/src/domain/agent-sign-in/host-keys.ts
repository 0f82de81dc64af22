/** The public keys with which a host signs its requests, as it describes them (RFC 7517, RFC 7591 §2). Pure. */
import { readWebhookUrl, type UrlRules } from "../webhooks/url.ts";

/** A public key as a JSON Web Key, with nothing but what a verification reads. */
export type HostKey = Readonly<Record<string, string>>;

/** A host's keys, or the address at which it publishes them. */
export type HostKeys = { jwks: readonly HostKey[] } | { jwksUri: string };

/** The algorithms with which a host may sign (RFC 7518 §3.1, RFC 8037 §3.1). */
export const signingAlgorithms = ["RS256", "ES256", "EdDSA"] as const;

const keysMax = 10;
const textLengthMax = 255;
/** 4096 bits, and an exponent of 64 bits, in base64url. Checking a signature with larger ones takes long. */
const rsaLengthsMax = { n: 683, e: 11 };
const secretMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
const membersOf: Readonly<Record<string, readonly string[]>> = {
  RSA: ["kty", "n", "e"],
  EC: ["kty", "crv", "x", "y"],
  OKP: ["kty", "crv", "x"],
};

/**
 * Reads where a host has its keys.
 * @returns null if it names none; "unusable" for anything that svc can't or mustn't use.
 */
export function readHostKeys(
  { jwks, jwks_uri: uri }: Readonly<Record<string, unknown>>,
  rules: UrlRules,
): HostKeys | "unusable" | null {
  if (jwks === undefined && uri === undefined) return null;
  // RFC 7591 §2: never both.
  if (jwks !== undefined && uri !== undefined) return "unusable";
  if (uri !== undefined) return typeof uri === "string" && readWebhookUrl(uri, rules) ? { jwksUri: uri } : "unusable";
  const keys = readKeySet(jwks);
  return keys === null ? "unusable" : { jwks: keys };
}

/** Reads a key set (RFC 7517 §5). Keys for other purposes are left out. @returns null if none is left. */
export function readKeySet(value: unknown): readonly HostKey[] | null {
  const keys = isObject(value) ? value["keys"] : null;
  if (!Array.isArray(keys)) return null;
  const usable = keys
    .slice(0, keysMax)
    .map(readKey)
    .filter((key) => key !== null);
  return usable.length === 0 ? null : usable;
}

/** Reads a public key. One that is published with its secret is worthless. */
function readKey(value: unknown): HostKey | null {
  if (!isObject(value) || secretMembers.some((name) => name in value)) return null;
  const { kty, use = "sig", key_ops: operations = ["verify"] } = value;
  const members = typeof kty === "string" ? membersOf[kty] : undefined;
  if (members === undefined || use !== "sig" || !Array.isArray(operations) || !operations.includes("verify"))
    return null;
  const key: Record<string, string> = {};
  for (const name of [...members, "kid", "alg"]) {
    const member = value[name];
    if (member === undefined && (name === "kid" || name === "alg")) continue;
    if (typeof member !== "string" || member.length > lengthMaxOf(name)) return null;
    key[name] = member;
  }
  return key;
}

function lengthMaxOf(member: string): number {
  return member === "n" || member === "e" ? rsaLengthsMax[member] : textLengthMax;
}

/** Whether a parsed JSON value is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

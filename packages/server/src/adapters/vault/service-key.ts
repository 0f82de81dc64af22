/**
 * The format of service keys (contract §1.2): `svc_live_`, 10 characters of public id, 32 of secret (190 bits), and 6
 * of CRC-32 over everything before, all in base62. The checksum detects typing errors without a look-up and lets secret
 * scanners verify a find. Operator tokens work the same way: `sop_`, and 43 characters of secret (256 bits); and
 * delegated tokens: `svc_dt_`, and the 26 characters of their own id.
 *
 * A stored hash is bound to its row, that is to the key's public id and the service client, so that someone who can
 * write to the database can't give a key to another client.
 *
 * In a cell, each has the cell's mark after its prefix, such as `eu.` (contract §1.4). It is covered by the checksum and
 * the hash, and read only by routers.
 *
 * The short-lived tokens that browsers hold have a readable prefix and 256 random bits in base64url (43 characters).
 */
import { crc32 } from "node:zlib";
import { cellMarkOf, cellMarkPattern, idPrefixes, isId } from "@svc/contract";
import type { RandomBytes } from "./box.ts";
import type { KeyedHashes } from "../../domain/vault/port.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const checksumLength = 6;
const tokenIdPrefix = `${idPrefixes.delegatedToken}_`;

/** The lengths are in characters. */
type KeyForm = { prefix: string; idLength: number; secretLength: number };
const serviceKey: KeyForm = { prefix: "svc_live_", idLength: 10, secretLength: 32 };
const operatorToken: KeyForm = { prefix: "sop_", idLength: 10, secretLength: 43 };
const delegatedToken: KeyForm = { prefix: "svc_dt_", idLength: 26, secretLength: 32 };

/**
 * Generates a key.
 * @returns the public id and the whole key, which is shown once and stored only as a keyed hash.
 */
export function makeServiceKey(randomBytes: RandomBytes, cellMark = ""): { id: string; key: string } {
  return make(serviceKey, { randomBytes, cellMark });
}

/** Returns a key's public id; null if the format or checksum is wrong. It does not check that the key exists. */
export function parseServiceKey(text: string): { id: string } | null {
  return publicId(parse(serviceKey, text));
}

/** Returns the masked form for listings and profiles: it contains no key material. */
export function maskServiceKey(id: string): string {
  return `${serviceKey.prefix}${id}…`;
}

/** Generates an operator token. Like a service key, it is shown once and stored only as a keyed hash. */
export function makeOperatorToken(randomBytes: RandomBytes, cellMark = ""): { id: string; token: string } {
  const { id, key: token } = make(operatorToken, { randomBytes, cellMark });
  return { id, token };
}

/** Returns an operator token's public id; null if the format or checksum is wrong. */
export function parseOperatorToken(text: string): { id: string } | null {
  return publicId(parse(operatorToken, text));
}

/** Generates a delegated token. @param id `dtk_…`, with a cell's mark or without. */
export function makeDelegatedToken(id: string, randomBytes: RandomBytes): string {
  const cellMark = cellMarkOf(id);
  return make(delegatedToken, { randomBytes, cellMark, id: id.slice(tokenIdPrefix.length + cellMark.length) }).key;
}

/** Returns a delegated token's id; null if the format or checksum is wrong. It does not check that the token exists. */
export function parseDelegatedToken(text: string): { id: string } | null {
  const parsed = parse(delegatedToken, text);
  if (parsed === null) return null;
  const id = tokenIdPrefix + parsed.cellMark + parsed.id;
  return isId(idPrefixes.delegatedToken, id) ? { id } : null;
}

function make(
  { prefix, idLength, secretLength }: KeyForm,
  {
    randomBytes,
    cellMark,
    id = randomBase62(idLength, randomBytes),
  }: { randomBytes: RandomBytes; cellMark: string; id?: string },
): { id: string; key: string } {
  const body = prefix + cellMark + id + randomBase62(secretLength, randomBytes);
  return { id, key: body + computeChecksum(body) };
}

function parse({ prefix, idLength, secretLength }: KeyForm, text: string): { id: string; cellMark: string } | null {
  if (!text.startsWith(prefix)) return null;
  const [, cellMark = "", own = ""] = keyBody.exec(text.slice(prefix.length)) ?? [];
  if (own.length !== idLength + secretLength + checksumLength) return null;
  if (computeChecksum(text.slice(0, -checksumLength)) !== text.slice(-checksumLength)) return null;
  return { id: own.slice(0, idLength), cellMark };
}

function publicId(parsed: { id: string } | null): { id: string } | null {
  return parsed === null ? null : { id: parsed.id };
}

const keyBody = new RegExp(`^${cellMarkPattern}([0-9A-Za-z]+)$`);

/** Discards bytes from 248 up: 256 is not a multiple of 62, so the first characters would be more frequent. */
function randomBase62(length: number, randomBytes: RandomBytes): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < 248) text += alphabet.charAt(byte % 62);
    }
  }
  return text;
}

/** Returns the CRC-32 as six base62 digits, the most significant first. */
function computeChecksum(body: string): string {
  let rest = crc32(body);
  let digits = "";
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** The row that a key belongs to. */
export type ServiceKeyRef = { clientId: string; id: string };

/** Creates and checks the hashes of delegated tokens, each bound to its row. */
export function createTokenHashes(hashes: Pick<KeyedHashes, "hash" | "verify">) {
  type Ref = { clientId: string; tenantId: string; id: string };
  const bound = ({ clientId, tenantId, id }: Ref, token: string): string[] => [clientId, tenantId, id, token];
  return {
    hashToken: (ref: Ref, token: string): string => hashes.hash("delegated-token", bound(ref, token)),
    verifyToken: (row: Ref & { hash: string }, token: string): boolean =>
      hashes.verify("delegated-token", bound(row, token), row.hash),
  };
}

/** Creates and checks the hashes. */
export type ServiceKeyHashes = {
  /** Returns the keyed hash of a whole key, bound to its row. */
  hash(ref: ServiceKeyRef, key: string): string;
  /** Whether this is the row's key, in constant time. False if the hash's hashing key is unknown. */
  verify(row: ServiceKeyRef & { hash: string }, key: string): boolean;
};

/** Creates them from the vault's keyed hashes. */
export function createServiceKeyHashes(hashes: Pick<KeyedHashes, "hash" | "verify">): ServiceKeyHashes {
  const bound = ({ clientId, id }: ServiceKeyRef, key: string): string[] => [clientId, id, key];
  return {
    hash: (ref, key) => hashes.hash("service-key", bound(ref, key)),
    verify: (row, key) => hashes.verify("service-key", bound(row, key), row.hash),
  };
}

/**
 * `cst_` Connect token, `css_` session secret, `cc_` completion code; on the way to a provider `cot_` one-time ticket,
 * `cob_` browser secret, `cos_` state; `sos_` an operator's console session, `sps_` a person's, `spb_`
 * on a person's way to the identity provider; for an agent's sign-in `aas_` the return
 * from the app, `aac_` the code, `art_` a refresh token.
 */
export const tokenPrefixes = [
  "cst_",
  "css_",
  "cc_",
  "cot_",
  "cob_",
  "cos_",
  "sos_",
  "sps_",
  "spb_",
  "aas_",
  "aac_",
  "art_",
] as const;

/** The prefix of such a token. */
export type TokenPrefix = (typeof tokenPrefixes)[number];

/** Generates a token; it is shown once and stored only as a keyed hash. */
export function makeToken(prefix: TokenPrefix, randomBytes: RandomBytes, cellMark = ""): string {
  return prefix + cellMark + Buffer.from(randomBytes(32)).toString("base64url");
}

/** Whether a text has the format of such a token. If not, no look-up is needed. */
export function hasTokenForm(prefix: TokenPrefix, text: string): boolean {
  return text.startsWith(prefix) && tokenBody.test(text.slice(prefix.length));
}

const tokenBody = new RegExp(`^${cellMarkPattern}[A-Za-z0-9_-]{43}$`);

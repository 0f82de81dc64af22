/**
 * The form of service keys (contract §1.2): `svc_live_`, 10 characters of public id, 32 of secret (190 bits), 6 of CRC-32
 * over all before it; all base62. The checksum lets a typing slip, and a secret scanner, be judged without a look-up.
 * Operator tokens are alike: `sop_`, and 43 characters of secret (256 bits).
 */
import { crc32 } from "node:zlib";
import type { RandomBytes } from "./box.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const idLength = 10;
const checksumLength = 6;

type KeyForm = { prefix: string; secretLength: number };
const serviceKey: KeyForm = { prefix: "svc_live_", secretLength: 32 };
const operatorToken: KeyForm = { prefix: "sop_", secretLength: 43 };

/**
 * Makes a key.
 * @returns the public id, and the whole key, which is shown once and kept only as a keyed hash.
 */
export function makeServiceKey(randomBytes: RandomBytes): { id: string; key: string } {
  return make(serviceKey, randomBytes);
}

/** Reads a key's public id; null where form or checksum is wrong. It says nothing about whether the key exists. */
export function parseServiceKey(text: string): { id: string } | null {
  return parse(serviceKey, text);
}

/** The masked form that listings and profiles show: no key material. */
export function maskServiceKey(id: string): string {
  return `${serviceKey.prefix}${id}…`;
}

/** Makes an operator token; shown once and kept only as a keyed hash, as a service key is. */
export function makeOperatorToken(randomBytes: RandomBytes): { id: string; token: string } {
  const { id, key: token } = make(operatorToken, randomBytes);
  return { id, token };
}

/** Reads an operator token's public id; null where form or checksum is wrong. */
export function parseOperatorToken(text: string): { id: string } | null {
  return parse(operatorToken, text);
}

function make({ prefix, secretLength }: KeyForm, randomBytes: RandomBytes): { id: string; key: string } {
  const id = randomBase62(idLength, randomBytes);
  const body = prefix + id + randomBase62(secretLength, randomBytes);
  return { id, key: body + checksumOf(body) };
}

function parse({ prefix, secretLength }: KeyForm, text: string): { id: string } | null {
  const length = prefix.length + idLength + secretLength + checksumLength;
  if (text.length !== length || !text.startsWith(prefix)) return null;
  if (!/^[0-9A-Za-z]+$/.test(text.slice(prefix.length))) return null;
  const body = text.slice(0, -checksumLength);
  if (checksumOf(body) !== text.slice(-checksumLength)) return null;
  return { id: body.slice(prefix.length, prefix.length + idLength) };
}

/** Bytes from 248 up are drawn again: 256 is no multiple of 62, and the first characters would come more often. */
function randomBase62(length: number, randomBytes: RandomBytes): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < 248) text += alphabet.charAt(byte % 62);
    }
  }
  return text;
}

/** CRC-32 as six base62 digits, the most significant first. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = "";
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

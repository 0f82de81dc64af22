/**
 * The form of service keys (contract §1): `svc_live_`, 10 characters of public id, 32 of secret (190 bits), 6 of CRC-32
 * over all before it; all base62. The checksum lets a typing slip, and a secret scanner, be judged without a look-up.
 */
import { crc32 } from "node:zlib";
import type { RandomBytes } from "./box.ts";

const prefix = "svc_live_";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const idLength = 10;
const secretLength = 32;
const checksumLength = 6;
const keyPattern = /^svc_live_[0-9A-Za-z]{48}$/;

/**
 * Makes a key.
 * @returns the public id, and the whole key, which is shown once and kept only as a keyed hash.
 */
export function makeServiceKey(randomBytes: RandomBytes): { id: string; key: string } {
  const id = randomBase62(idLength, randomBytes);
  const body = prefix + id + randomBase62(secretLength, randomBytes);
  return { id, key: body + checksumOf(body) };
}

/** Reads a key's public id; null where form or checksum is wrong. It says nothing about whether the key exists. */
export function parseServiceKey(text: string): { id: string } | null {
  if (!keyPattern.test(text)) return null;
  const body = text.slice(0, -checksumLength);
  if (checksumOf(body) !== text.slice(-checksumLength)) return null;
  return { id: body.slice(prefix.length, prefix.length + idLength) };
}

/** The masked form that listings and profiles show: no key material. */
export function maskServiceKey(id: string): string {
  return `${prefix}${id}…`;
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

/**
 * RSASSA-PSS with SHA-256 over a digest that the caller made (RFC 8017 §9.1), as Key Vault signs. Node.js signs only what
 * it hashes itself.
 */
import { constants, createHash, privateEncrypt, publicDecrypt, randomBytes, type KeyObject } from "node:crypto";

const size = 32;
const sha256 = (...parts: readonly Buffer[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

/** MGF1. */
function mask(seed: Buffer, length: number): Buffer {
  const blocks: Buffer[] = [];
  for (let counter = 0; counter * size < length; counter += 1) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    blocks.push(sha256(seed, count));
  }
  return Buffer.concat(blocks).subarray(0, length);
}

const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)));

const padded = (digest: Buffer, salt: Buffer): Buffer => sha256(Buffer.alloc(8), digest, salt);

/** @param bytes of the key's modulus. */
export function signDigest(privateKey: KeyObject, digest: Buffer, bytes: number): Buffer {
  const salt = randomBytes(size);
  const hash = padded(digest, salt);
  const block = Buffer.concat([Buffer.alloc(bytes - 2 * size - 2), Buffer.of(1), salt]);
  const masked = xor(block, mask(hash, block.length));
  masked[0] = (masked[0] ?? 0) & 0x7f;
  const encoded = Buffer.concat([masked, hash, Buffer.of(0xbc)]);
  return privateEncrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, encoded);
}

/** @returns false for another key, another digest, or a signature with another padding. */
export function verifyDigest(publicKey: KeyObject, digest: Buffer, signature: Buffer): boolean {
  let encoded: Buffer;
  try {
    encoded = publicDecrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, signature);
  } catch {
    return false;
  }
  const hash = encoded.subarray(-size - 1, -1);
  const masked = encoded.subarray(0, -size - 1);
  const block = xor(masked, mask(hash, masked.length));
  block[0] = (block[0] ?? 0) & 0x7f;
  const isShaped = block.subarray(0, -size - 1).every((byte) => byte === 0) && block.at(-size - 1) === 1;
  return encoded.at(-1) === 0xbc && isShaped && padded(digest, block.subarray(-size)).equals(hash);
}

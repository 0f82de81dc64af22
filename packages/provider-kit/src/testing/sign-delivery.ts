/** Signs and verifies deliveries in tests, independently of the server. */
import { createHash, createHmac, createPublicKey, sign, timingSafeEqual, verify, type KeyObject } from "node:crypto";
import type { Delivery } from "../events/delivery.ts";
import { isTimely, proofOf, type SignedPart, type Verification } from "../events/verification.ts";

/** The headers of a delivery, by lowercase name. */
export type DeliveryHeaders = Readonly<Record<string, string>>;

/** Builds a delivery from its headers and its body. */
export function deliveryOf(headers: DeliveryHeaders, body: string | Uint8Array): Delivery {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return { header: (name) => headers[name] ?? null, body: bytes };
}

/**
 * Signs a delivery as the declaration says.
 * @param unsigned the headers besides the signature and its time. A time in the body is the caller's to write.
 * @param secret a text, or for Ed25519 the private key. @param atMs the time to sign, in milliseconds since the epoch.
 * @returns all headers.
 */
export function signDelivery(
  verification: Verification,
  unsigned: DeliveryHeaders,
  body: string,
  secret: string | KeyObject,
  atMs: number,
): DeliveryHeaders {
  const { header, prefix = "" } = verification;
  if (verification.kind === "token") {
    if (typeof secret !== "string") throw new TypeError("A token is a text.");
    return { ...unsigned, [header]: prefix + secret };
  }
  if (verification.kind === "jwt_hs256") {
    const iat = Math.floor(atMs / 1000) - 60;
    const claims = { iat, exp: iat + 300, [verification.bodyClaim]: createHash("sha256").update(body).digest("hex") };
    const text = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
    return { ...unsigned, [header]: `${prefix}${text}.${hmac(secret, text).toString("base64url")}` };
  }
  const { signed, element, time, encoding, kind } = verification;
  const from = time?.from ?? { member: "" };
  const clock = time === undefined ? "" : String(time.unit === "seconds" ? Math.floor(atMs / 1000) : atMs);
  const headers = "header" in from ? { ...unsigned, [from.header]: clock } : unsigned;
  const piece = (part: SignedPart): string => {
    if (part === "body") return body;
    if ("header" in part) return headers[part.header] ?? "";
    return "element" in part ? clock : part.text;
  };
  const text = signed.map(piece).join("");
  const made = kind === "ed25519" ? sign(null, Buffer.from(text), secret) : hmac(secret, text);
  const signature = prefix + made.toString(encoding);
  const timed = "element" in from ? `${from.element}=${clock},` : "";
  return { ...headers, [header]: element === undefined ? signature : `${timed}${element}=${signature}` };
}

/** Whether a delivery is verified with a secret at a time, in milliseconds since the epoch. */
export function isVerified(verification: Verification, delivery: Delivery, secret: string, nowMs: number): boolean {
  const proof = proofOf(verification, delivery);
  if (proof === null || !isTimely(proof, nowMs)) return false;
  if (proof.kind === "token") return isSame(Buffer.from(proof.token), Buffer.from(secret));
  const { message, signatures, bodyDigest } = proof;
  if (bodyDigest !== null && bodyDigest !== createHash("sha256").update(delivery.body).digest("hex")) return false;
  if (proof.kind === "hmac_sha256") return signatures.some((one) => isSame(one, hmac(secret, message)));
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(secret, "hex").toString("base64url") },
    format: "jwk",
  });
  return signatures.some((one) => verify(null, message, key, one));
}

function hmac(secret: string | KeyObject, text: string | Uint8Array): Buffer {
  return createHmac("sha256", secret).update(text).digest();
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

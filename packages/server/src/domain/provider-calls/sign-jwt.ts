/** Signs JSON Web Tokens (RFC 7519) with RS256. Some APIs use one as their bearer token. */
import { sign } from "node:crypto";
import type { UnsignedJwt } from "@svc/provider-kit";

/** @throws Error if the key isn't the PEM of a private RSA key. The message may quote the key. */
export function signJwt({ keyId, claims, privateKey }: UnsignedJwt): string {
  const parts = [{ alg: "RS256", typ: "JWT", kid: keyId }, claims];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url")}`;
}

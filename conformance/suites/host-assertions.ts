/** A host's keys and assertions (RFC 7523). The signatures are made with Node's own code, not with svc's library. */
import { generateKeyPairSync, randomUUID, sign, type KeyObject } from "node:crypto";

/** An algorithm that svc accepts. */
export type Algorithm = "RS256" | "ES256" | "EdDSA";
/** A host's key pair. */
export type Key = { alg: Algorithm; privateKey: KeyObject; jwk: object };

/** Creates a key pair. @param kid its name. */
export function makeKey(alg: Algorithm, kid?: string): Key {
  const pairs = {
    RS256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
    ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
    EdDSA: () => generateKeyPairSync("ed25519"),
  };
  const { privateKey, publicKey } = pairs[alg]();
  return { alg, privateKey, jwk: { ...publicKey.export({ format: "jwk" }), ...(kid === undefined ? {} : { kid }) } };
}

/** Encodes a part of a JWT. */
export const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
/** The time as JWTs have it. */
export const now = (): number => Math.floor(Date.now() / 1000);

/** Signs an assertion. @param change claims and header fields to replace; undefined omits one. */
export function assertionOf(key: Key, claims: object, header: object = {}): string {
  const text = `${part({ alg: key.alg, ...header })}.${part(claims)}`;
  const hash = key.alg === "EdDSA" ? null : "sha256";
  const signature = sign(hash, Buffer.from(text), { key: key.privateKey, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

/** Returns the claims of a new assertion. */
export const claimsFor = (clientId: string, aud: unknown) => {
  return { iss: clientId, sub: clientId, aud, exp: now() + 60, iat: now(), jti: randomUUID() };
};

/** Returns the parameters of a signed request. */
export const signedWith = (assertion: string) => {
  return {
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: assertion,
  };
};

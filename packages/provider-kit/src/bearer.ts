/**
 * How a provider makes the bearer token of its requests out of a credential's fields, if the fields themselves don't go to its API.
 * The server adds `authorization: Bearer …` to each request. It keeps a token in memory only.
 */
import type { ProviderFailureCode, Refusal } from "./failure.ts";
import type { ProviderAnswer, ProviderRequest } from "./request.ts";

/** How one credential becomes a token. */
export type BearerSource = BearerExchange | SignedBearer;

/** A token and its lifetime, as the answer to an exchange has them; the lifetime is `Infinity` for a token without an end. */
export type IssuedBearer = { token: string; lifetimeSeconds: number };

/**
 * The credential is exchanged for a short-lived token, which is used until shortly before it expires. The exchange is a read: it
 * comes before a call's first request, it may be repeated, and it's never the changing request.
 */
export type BearerExchange = {
  kind: "exchange";
  /**
   * The request for a token, to the auth's `tokenOrigin` or else to the connection's own origin. The answer's body is read as it
   * says, and only an answer with status 200 has a token.
   */
  request: ProviderRequest;
  /** Reads the body of a 200; null if it has no usable token. */
  read: (body: unknown) => IssuedBearer | null;
  /** Judges any other answer: `PROVIDER_UNAUTHORIZED` only if the credential is dead. */
  refuse: (answer: ProviderAnswer) => Refusal;
  /**
   * Codes besides `PROVIDER_UNAUTHORIZED` with which the API may refuse a dead token, if it doesn't tell that from something else;
   * none by default. A read that is refused with one, with the token of an earlier call, is sent again with a new token.
   */
  deadTokenCodes?: readonly ProviderFailureCode[];
};

/** The token is a JSON Web Token that the server signs with the credential's RSA key, one for each call (RS256, RFC 7518 §3.3). */
export type SignedBearer = {
  kind: "signed";
  /** Returns what to sign. @param nowMs the time, in milliseconds since the epoch. */
  jwt: (nowMs: number) => UnsignedJwt;
};

/** A JSON Web Token before it is signed. */
export type UnsignedJwt = {
  /** The key's id, as the header has it (`kid`). */
  keyId: string;
  claims: Readonly<Record<string, string | number>>;
  /** The private key in PEM. If it can't be used, neither can the credential. */
  privateKey: string;
};

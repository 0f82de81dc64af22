/**
 * How a provider turns a credential into the bearer token of its requests, if the credential itself isn't sent to its
 * API. The server adds `authorization: Bearer …` to each request. It keeps tokens only in memory.
 */
import type { ProviderFailureCode, Refusal } from "./failure.ts";
import type { ProviderResponse, ProviderRequest } from "./request.ts";

/** How a credential becomes a token. */
export type BearerSource = BearerExchange | SignedBearer;

/**
 * A token and its lifetime, from the response to an exchange; the lifetime is `Infinity` for a token that doesn't
 * expire.
 */
export type IssuedBearer = { token: string; lifetimeSeconds: number };

/**
 * The credential is exchanged for a short-lived token, which is used until shortly before it expires. The exchange is a
 * read: it precedes a call's first request, it may be retried, and it's never the changing request.
 */
export type BearerExchange = {
  kind: "exchange";
  /**
   * The request for a token, sent to the auth's `tokenOrigin`, or to the connection's own origin if there is none. Its
   * `responseBody` says how to read the body. Only a response with status 200 contains a token.
   */
  request: ProviderRequest;
  /** Reads the body of a 200; null if it contains no usable token. */
  read: (body: unknown) => IssuedBearer | null;
  /** Judges any other response: `PROVIDER_UNAUTHORIZED` only if the credential is dead. */
  refuse: (response: ProviderResponse) => Refusal;
  /**
   * Codes besides `PROVIDER_UNAUTHORIZED` with which the API may refuse a dead token, if it doesn't distinguish that
   * from other refusals; none by default. If a read with an earlier call's token is refused with one of them, it is
   * sent again with a new token.
   */
  deadTokenCodes?: readonly ProviderFailureCode[];
};

/**
 * The token is a JSON Web Token that the server signs with the credential's RSA key for each call (RS256,
 * RFC 7518 §3.3).
 */
export type SignedBearer = {
  kind: "signed";
  /** Returns what to sign. @param nowMs the time, in milliseconds since the epoch. */
  jwt: (nowMs: number) => UnsignedJwt;
};

/** A JSON Web Token before it is signed. */
export type UnsignedJwt = {
  /** The key's id in the header (`kid`). */
  keyId: string;
  claims: Readonly<Record<string, string | number>>;
  /** The private key in PEM. If it can't be used, neither can the credential. */
  privateKey: string;
};

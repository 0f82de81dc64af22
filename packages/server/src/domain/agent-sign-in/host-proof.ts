/**
 * How a host proves who it is at the token endpoint: with a signed assertion (`private_key_jwt`, RFC 7523 §3), or not
 * at all, because PKCE binds its code and a refresh token works once.
 */
import { createHash } from "node:crypto";
import { ServiceError } from "@svc/contract";
import {
  createLocalJWKSet,
  errors,
  jwtVerify,
  type JWK,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
} from "jose";
import { minuteMs, secondMs } from "../clock/units.ts";
import type { Outside } from "../limits/gate.ts";
import { only } from "./requests.ts";
import { type AgentSignInDeps, refused, seconds, type TokenResponse } from "./deps.ts";
import { signingAlgorithms, type HostKey } from "./host-keys.ts";
import type { AgentHost, HostFault } from "./hosts.ts";
import { signInPaths } from "./metadata.ts";

/** Whether a request was signed by its host; or the response that refuses it. */
export type HostProof = "signed" | "unsigned" | TokenResponse;

/** Dependencies of the check. */
export type ProofDeps = Pick<AgentSignInDeps, "hosts" | "store" | "platform" | "apiUrl" | "proofRate">;

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/** How far ahead an assertion may expire, and by how much a host's clock may be ahead. */
const aheadMaxMs = 5 * minuteMs;
const clockToleranceMs = 30 * secondMs;

const badClient = (description: string): TokenResponse => refused("invalid_client", description, 401);

/** The refusal of an unsigned request of a host that signs. */
export const unsignedRequest: TokenResponse = badClient("This sign-in's requests must be signed (private_key_jwt).");

/** Whether a request names this host, or leaves it to its assertion to name it (RFC 7521 §4.2). */
export function namesHost(form: URLSearchParams, hostId: string): boolean {
  return (only(form, "client_id") ?? (form.has("client_assertion") ? hostId : null)) === hostId;
}

/**
 * Checks who sends a request. An assertion that it accepts is used up.
 * @param of the host that its code or token belongs to, and the sign-in, which bounds how often this is done.
 * @param outside waits for the host's server without a place of the gate.
 * @throws ServiceError RATE_LIMITED; OVERLOADED if the host's keys can't be fetched now. Nothing was done.
 */
export async function proofOf(
  deps: ProofDeps,
  form: URLSearchParams,
  of: { hostId: string; signInId: string },
  outside: Outside,
): Promise<HostProof> {
  if (!form.has("client_assertion") && !form.has("client_assertion_type")) return "unsigned";
  const assertion = only(form, "client_assertion");
  if (assertion === null || only(form, "client_assertion_type") !== assertionType) {
    return badClient(`client_assertion needs client_assertion_type=${assertionType}.`);
  }
  if (deps.proofRate(of.signInId)?.allowed === false) {
    const detail = "Too many signed requests for one sign-in; nothing was done. Wait for `Retry-After`.";
    throw new ServiceError("RATE_LIMITED", { detail });
  }
  const host = await answered(deps.hosts.find(of.hostId, outside));
  if (host === null) return badClient("The host isn't known any more.");
  const claims = await verified(deps, host, assertion, outside);
  if (typeof claims === "string") return badClient(`The assertion is refused: ${claims}`);
  const used = createHash("sha256")
    .update(JSON.stringify([host.id, claims.jti]))
    .digest("base64url");
  const isFirst = await deps.store.useAssertion(used, claims.expiresAt);
  return isFirst ? "signed" : badClient("The assertion is refused: its jti was used before.");
}

/** What svc reads in an assertion. */
type Claims = { jti: string; expiresAt: number };

/** Returns the claims of an assertion that a host signed for svc; or why it isn't one. */
async function verified(
  deps: ProofDeps,
  host: AgentHost,
  assertion: string,
  outside: Outside,
): Promise<Claims | string> {
  let tried: readonly HostKey[] | null = null;
  // A host may have replaced its keys since they were fetched.
  for (const mayBeOld of [true, false]) {
    const keys = await answered(deps.hosts.keysOf(host, outside, { mayBeOld }));
    if (keys === null) return "the host describes no key that can be used.";
    if (keys === tried) break;
    tried = keys;
    const claims = await readAssertion(deps, host.id, assertion, keys);
    if (claims !== "unsigned") return claims;
  }
  return "it isn't signed with a key of the host.";
}

/** @returns "unsigned" if none of the keys made its signature; any other text is its fault. */
async function readAssertion(
  { apiUrl, platform }: ProofDeps,
  hostId: string,
  assertion: string,
  keys: readonly HostKey[],
): Promise<Claims | string> {
  const at = platform.nowMs();
  const options: JWTVerifyOptions = {
    issuer: hostId,
    subject: hostId,
    algorithms: [...signingAlgorithms],
    requiredClaims: ["aud", "exp", "jti"],
    currentDate: new Date(at),
  };
  try {
    const { payload } = await verifyWithAny(
      assertion,
      createLocalJWKSet({ keys: keys.map((key): JWK => key) }),
      options,
    );
    const { aud, exp = 0, jti } = payload;
    const [audience, ...others] = typeof aud === "string" ? [aud] : (aud ?? []);
    // One that is also for another server could be repeated here by that server.
    const isForUs =
      others.length === 0 && [apiUrl, apiUrl + signInPaths.token].includes(audience?.replace(/\/$/, "") ?? "");
    if (!isForUs) return `aud must be ${apiUrl}, and nothing else.`;
    if (typeof jti !== "string" || jti === "") return "jti must be a text.";
    const expiresAt = exp * secondMs;
    if (expiresAt > at + aheadMaxMs + clockToleranceMs)
      return `exp must be at most ${seconds(aheadMaxMs)} seconds ahead.`;
    return { jti, expiresAt };
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    const isByOther =
      error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
    return isByOther ? "unsigned" : `${error.message}.`;
  }
}

/** Verifies with the key that fits, or one after the other if the assertion names none. @throws JOSEError. */
async function verifyWithAny(
  assertion: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(assertion, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return await jwtVerify(assertion, key, options);
      } catch (failed) {
        if (!(failed instanceof errors.JWSSignatureVerificationFailed)) throw failed;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** Returns what a host's server said; null if it said nothing usable. @throws ServiceError OVERLOADED if it may later. */
async function answered<Found extends object>(found: Promise<Found | HostFault>): Promise<Found | null> {
  const value = await found;
  // A host that was refused would forget its sign-ins, although it only has to ask again.
  if (value === "busy" || value === "unreachable") throw new ServiceError("OVERLOADED");
  return typeof value === "string" ? null : value;
}

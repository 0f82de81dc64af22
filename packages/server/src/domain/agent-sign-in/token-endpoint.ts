/** The last step: a host redeems its code, and later its refresh tokens (RFC 6749 §4.1.3, §6; RFC 9700 §2.2.2). */
import { createHash, timingSafeEqual } from "node:crypto";
import { idPrefixes, idRandomBytes, makeId, ServiceError } from "@svc/contract";
import type { DelegatedTokenRow } from "../service-clients/port.ts";
import { statusOf } from "../service-clients/present-token.ts";
import type { Outside } from "../limits/gate.ts";
import { only } from "./requests.ts";
import {
  accessMs,
  type AgentSignInDeps,
  grantMs,
  refused,
  repeatMs,
  seconds,
  type TokenResponse,
  type ByteStream,
} from "./deps.ts";
import { hasDocument } from "./hosts.ts";
import { type HostProof, namesHost, proofOf, unsignedRequest } from "./host-proof.ts";
import { readResource } from "./metadata.ts";
import type { AgentAuthorizationRow, RefreshTokenRow } from "./port.ts";
import type { Approval } from "../records/documents.ts";

const badGrant = refused(
  "invalid_grant",
  "It is unknown, expired or used, or belongs to another client. Sign in again.",
);

const tooOften =
  "This sign-in is refreshed more often than its tokens expire; nothing was done. Wait for `Retry-After`, then send the same request.";

/**
 * Handles a request to the token endpoint.
 * @param form its parameters. @param outside waits for the host's server without a place of the gate.
 * @throws ServiceError RATE_LIMITED, OVERLOADED; the code or refresh token is still unused.
 */
export async function answerTokenRequest(
  deps: AgentSignInDeps,
  form: URLSearchParams,
  outside: Outside,
): Promise<TokenResponse> {
  const repeated = [...new Set(form.keys())].some((name) => form.getAll(name).length > 1);
  if (repeated) return refused("invalid_request", "A parameter is repeated.");
  const grantType = only(form, "grant_type");
  if (grantType === "authorization_code") return await redeemCode(deps, form, outside);
  if (grantType === "refresh_token") return await refresh(deps, form, outside);
  return refused("unsupported_grant_type", "Only authorization_code and refresh_token are supported.");
}

async function redeemCode(deps: AgentSignInDeps, form: URLSearchParams, outside: Outside): Promise<TokenResponse> {
  const code = only(form, "code") ?? "";
  if (!deps.hasSecretForm("aac_", code)) return badGrant;
  const row = await deps.store.findByCode(deps.hashes.hashUnderEveryKey("agent-code", code));
  if (row === null) return badGrant;
  if (row.status === "completed") {
    // RFC 6749 §4.1.2: a code that is used twice may have been stolen, so everything it granted is revoked.
    await endGrant(deps, { id: row.grantId, clientId: row.clientId }, "code_repeated");
    return badGrant;
  }
  const { approval } = row;
  const at = deps.platform.nowMs();
  if (approval === null || row.usableUntil <= at || !isProven(row, form)) return badGrant;
  if (!isForResource(deps, row, form)) return refused("invalid_target", "The code is for another address.");
  const proof = await proofOf(deps, form, { hostId: row.hostId, signInId: row.id }, outside);
  if (typeof proof !== "string") return proof;
  if (row.mustSign && proof === "unsigned") return unsignedRequest;
  if (!hasDocument(row.hostId)) await deps.store.hostUsed(row.hostId, at);
  const grant = grantOf(deps, row, approval, at);
  const { token, ...made } = nextTokens(deps, grant, row, {
    at,
    isSigned: proof === "signed",
    randomBytes: deps.platform.randomBytes,
  });
  const isTaken = await deps.store.redeem(row, { grant, ...made.rows }, at);
  return isTaken ? tokenResponse(token, made.refreshToken) : badGrant;
}

/** Whether the same host started the sign-in: its id, redirect address and code verifier match (RFC 7636 §4.6). */
function isProven(row: AgentAuthorizationRow, form: URLSearchParams): boolean {
  const verifier = only(form, "code_verifier") ?? "";
  if (!namesHost(form, row.hostId) || only(form, "redirect_uri") !== row.redirectUri) return false;
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const challenge = createHash("sha256").update(verifier).digest();
  const expected = Buffer.from(row.codeChallenge, "base64url");
  return challenge.byteLength === expected.byteLength && timingSafeEqual(challenge, expected);
}

function isForResource({ apiUrl }: AgentSignInDeps, row: { resource: string }, form: URLSearchParams): boolean {
  const named = only(form, "resource");
  return named === null || readResource(named, apiUrl)?.resource === row.resource;
}

async function refresh(deps: AgentSignInDeps, form: URLSearchParams, outside: Outside): Promise<TokenResponse> {
  const presented = only(form, "refresh_token") ?? "";
  if (!deps.hasSecretForm("art_", presented)) return badGrant;
  const used = await deps.store.findRefresh(deps.hashes.hashUnderEveryKey("agent-refresh", presented));
  if (used === null || !namesHost(form, used.hostId)) return badGrant;
  const grant = await deps.tokens.find(used.clientId, used.grantId);
  const at = deps.platform.nowMs();
  if (grant === null || statusOf(grant, at) !== "active") return badGrant;
  const proof = await proofOf(deps, form, { hostId: used.hostId, signInId: grant.id }, outside);
  if (typeof proof !== "string") return proof;
  if (used.isSigned && proof === "unsigned") return unsignedRequest;
  if (used.usedAt !== null) return await repeat(deps, { grant, used, presented, at, proof });
  if (!isForResource(deps, used, form)) return refused("invalid_target", "The refresh token is for another address.");
  if (deps.refreshRate(grant.id)?.allowed === false) throw new ServiceError("RATE_LIMITED", { detail: tooOften });
  const randomBytes = bytesFrom((counter) => deps.hashes.hash("agent-successor", [presented, String(counter)]));
  const isSigned = used.isSigned || proof === "signed";
  const { token, ...made } = nextTokens(deps, grant, used, { at, isSigned, randomBytes });
  if (await deps.store.rotate(used, made.rows, at)) return tokenResponse(token, made.refreshToken);
  const taken = await deps.store.findRefresh([used.hash]);
  return taken === null ? badGrant : await repeat(deps, { grant, used: taken, presented, at, proof });
}

/** A refresh token that is presented again. */
type Repeated = {
  grant: DelegatedTokenRow;
  used: RefreshTokenRow;
  presented: string;
  at: number;
  proof: Extract<HostProof, string>;
};

/**
 * Handles a refresh token that was used before. Soon afterwards, and while its successor is unused, the response
 * may have been lost or several calls of one host may have noticed the same expiry, so it is the same as the first one.
 * Otherwise two parties hold the sign-in, and it ends (RFC 9700 §4.14.2).
 */
async function repeat(deps: AgentSignInDeps, { grant, used, presented, at, proof }: Repeated): Promise<TokenResponse> {
  const usedAt = used.usedAt ?? at;
  // Under every key, because the newest one can have changed since.
  const hashesOf = (counter: number): string[] =>
    deps.hashes.hashUnderEveryKey("agent-successor", [presented, String(counter)]);
  for (const key of at - usedAt <= repeatMs ? hashesOf(1).keys() : []) {
    const randomBytes = bytesFrom((counter) => hashesOf(counter)[key] ?? "");
    const { token, refreshToken } = nextTokens(deps, grant, used, { at: usedAt, isSigned: false, randomBytes });
    const successor = await deps.store.findRefresh(deps.hashes.hashUnderEveryKey("agent-refresh", refreshToken));
    if (successor?.grantId !== grant.id || successor.usedAt !== null) continue;
    return successor.isSigned && proof === "unsigned" ? unsignedRequest : tokenResponse(token, refreshToken);
  }
  await endGrant(deps, grant, "refresh_repeated");
  return badGrant;
}

/** Returns the token that represents a whole sign-in. No one holds it. Its budget covers all tokens created from it. */
function grantOf(deps: AgentSignInDeps, row: AgentAuthorizationRow, approval: Approval, at: number): DelegatedTokenRow {
  return {
    ...approval,
    id: deps.newId(idPrefixes.delegatedToken),
    clientId: row.clientId,
    parentId: "",
    hash: "",
    usedExecutions: 0,
    audience: ["mcp"],
    agent: row.hostName,
    label: "",
    createdAt: at,
    expiresAt: at + grantMs,
    revokedAt: null,
  };
}

/**
 * Creates an access token and a refresh token for a sign-in.
 * @param made.isSigned whether the host signed this request or an earlier one.
 * @param made.randomBytes the platform's, or those that belong to the refresh token that was presented.
 */
function nextTokens(
  deps: AgentSignInDeps,
  grant: DelegatedTokenRow,
  { hostId, resource }: Pick<RefreshTokenRow, "hostId" | "resource">,
  { at, isSigned, randomBytes }: { at: number; isSigned: boolean; randomBytes: ByteStream },
) {
  const { clientId, tenantId } = grant;
  const ref = {
    id: makeId(idPrefixes.delegatedToken, at, randomBytes(idRandomBytes), deps.platform.cellMark()),
    clientId,
    tenantId,
  };
  const token = deps.keys.makeDelegatedToken(ref.id, randomBytes);
  const access: DelegatedTokenRow = {
    ...grant,
    ...ref,
    parentId: grant.id,
    hash: deps.keys.hashToken(ref, token),
    // The sign-in's budget counts instead.
    maxExecutions: null,
    usedExecutions: 0,
    createdAt: at,
    expiresAt: Math.min(at + accessMs, grant.expiresAt),
  };
  const refreshToken = deps.makeSecret("art_", randomBytes);
  const hash = deps.hashes.hash("agent-refresh", refreshToken);
  const place = { clientId, grantId: grant.id, hostId, resource };
  const refresh: RefreshTokenRow = { hash, ...place, createdAt: at, usedAt: null, isSigned };
  return { token, refreshToken, rows: { access, refresh } };
}

function tokenResponse(access_token: string, refresh_token: string): TokenResponse {
  return { status: 200, body: { access_token, token_type: "Bearer", expires_in: seconds(accessMs), refresh_token } };
}

/** Ends a sign-in, and revokes everything created from it. @param reason for the audit trail. */
export async function endGrant(
  deps: Pick<AgentSignInDeps, "tokens" | "platform">,
  { id, clientId }: Pick<DelegatedTokenRow, "id" | "clientId">,
  reason: string,
): Promise<void> {
  await deps.tokens.revoke(clientId, { id }, deps.platform.nowMs(), { actor: "system", reason });
}

/**
 * Creates randomness for the tokens that follow a refresh token, derived from the token itself. A host whose response was
 * lost sends the same refresh token again, and so do several calls that notice the same expiry: they get the same
 * response, from any replica, although svc stores no token.
 * @param hashOf returns `<version>.<base64url>`, different for every counter, which only svc can calculate.
 */
function bytesFrom(hashOf: (counter: number) => string): ByteStream {
  let counter = 0;
  let left = Buffer.alloc(0);
  return (count) => {
    while (left.length < count) {
      counter += 1;
      const hash = hashOf(counter);
      left = Buffer.concat([left, Buffer.from(hash.slice(hash.indexOf(".") + 1), "base64url")]);
    }
    const bytes = left.subarray(0, count);
    left = left.subarray(count);
    return bytes;
  };
}

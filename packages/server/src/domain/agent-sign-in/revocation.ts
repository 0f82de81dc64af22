/** A host ends a sign-in (RFC 7009), with any token that it got from it. */
import type { Outside } from "../limits/gate.ts";
import { only } from "./requests.ts";
import type { AgentSignInDeps, TokenResponse } from "./deps.ts";
import { namesHost, proofOf, unsignedRequest, type ProofDeps } from "./host-proof.ts";
import { endGrant } from "./token-endpoint.ts";

/** Dependencies of the revocation. */
export type RevocationDeps = ProofDeps &
  Pick<AgentSignInDeps, "store" | "tokens" | "keys" | "hashes" | "hasSecretForm" | "platform" | "newId">;

/** A sign-in, and the host that it belongs to. */
type Issued = { grantId: string; clientId: string };

/**
 * Ends the sign-in of a refresh or access token. An unknown token, or one of another host, isn't an error. A host that
 * doesn't name itself is believed, because holding the token is what counts, and a token that is revoked harms no one else.
 * Only a host that signs has to sign this too (RFC 7009 §2.1).
 * @param form the request's parameters. @param outside waits for the host's server without a place of the gate.
 * @returns the refusal; null if there is none.
 * @throws ServiceError as {@link proofOf}.
 */
export async function answerRevocation(
  deps: RevocationDeps,
  form: URLSearchParams,
  outside: Outside,
): Promise<TokenResponse | null> {
  const presented = only(form, "token") ?? "";
  const issued = (await ofRefreshToken(deps, presented)) ?? (await ofAccessToken(deps, presented));
  const grant = issued === null ? null : { id: issued.grantId, clientId: issued.clientId };
  const host = grant === null ? null : await deps.store.hostOfGrant(grant);
  if (grant === null || host === null || (form.has("client_id") && !namesHost(form, host.hostId))) return null;
  const proof = await proofOf(deps, form, { hostId: host.hostId, signInId: grant.id }, outside);
  if (typeof proof !== "string") return proof;
  if (host.isSigned && proof === "unsigned") return unsignedRequest;
  await endGrant(deps, grant, "host");
  return null;
}

async function ofRefreshToken(
  { store, hashes, hasSecretForm }: RevocationDeps,
  presented: string,
): Promise<Issued | null> {
  if (!hasSecretForm("art_", presented)) return null;
  return await store.findRefresh(hashes.hashUnderEveryKey("agent-refresh", presented));
}

/** Finds the sign-in of an access token, also after its expiry. Other delegated tokens belong to no host. */
async function ofAccessToken({ tokens, keys }: RevocationDeps, presented: string): Promise<Issued | null> {
  const named = keys.parseDelegatedToken(presented);
  const [grant, access, ...children] = (named === null ? null : await tokens.findForUse(named.id))?.chain ?? [];
  if (grant === undefined || access === undefined || children.length > 0) return null;
  if (!keys.verifyToken(access, presented)) return null;
  return { grantId: grant.id, clientId: grant.clientId };
}

/** A host ends a sign-in (RFC 7009), with any token that it got from it. */
import { only } from "./authorize-request.ts";
import type { AgentSignInDeps } from "./deps.ts";
import { endGrant } from "./token-endpoint.ts";

/** Dependencies of the revocation. */
export type RevocationDeps = Pick<
  AgentSignInDeps,
  "store" | "tokens" | "keys" | "hashes" | "hasSecretForm" | "platform" | "newId"
>;

/** A sign-in, and the host that it belongs to. */
type Issued = { grantId: string; clientId: string; hostId: string };

/**
 * Ends the sign-in of a refresh or access token. An unknown token, or one of another host, isn't an error. A host that
 * doesn't name itself is believed, because holding the token is what counts, and a token that is revoked harms no one else.
 * @param form the request's parameters.
 */
export async function answerRevocation(deps: RevocationDeps, form: URLSearchParams): Promise<void> {
  const presented = only(form, "token") ?? "";
  const issued = (await ofRefreshToken(deps, presented)) ?? (await ofAccessToken(deps, presented));
  if (issued === null || (only(form, "client_id") ?? issued.hostId) !== issued.hostId) return;
  await endGrant(deps, { id: issued.grantId, clientId: issued.clientId }, "host");
}

async function ofRefreshToken(
  { store, hashes, hasSecretForm }: RevocationDeps,
  presented: string,
): Promise<Issued | null> {
  if (!hasSecretForm("art_", presented)) return null;
  return await store.findRefresh(hashes.hashUnderEveryKey("agent-refresh", presented));
}

/** Finds the sign-in of an access token, also after its expiry. Other delegated tokens belong to no host. */
async function ofAccessToken({ store, tokens, keys }: RevocationDeps, presented: string): Promise<Issued | null> {
  const named = keys.parseDelegatedToken(presented);
  const [grant, access, ...children] = (named === null ? null : await tokens.findForUse(named.id))?.chain ?? [];
  if (grant === undefined || access === undefined || children.length > 0) return null;
  if (!keys.verifyToken(access, presented)) return null;
  const hostId = await store.hostOfGrant(grant);
  return hostId === null ? null : { grantId: grant.id, clientId: grant.clientId, hostId };
}

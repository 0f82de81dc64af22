/**
 * The secrets of one authorization flow, and the URL that the user's browser returns to at its end. Only keyed hashes
 * of the secrets are stored, and two are never stored at all: the form's token is derived from the browser's secret,
 * and the PKCE verifier from the state, each with the deployment's hashing key.
 */
import type { KeyedHashes } from "../vault/port.ts";
import type { ConnectDeps } from "./deps.ts";
import type { OAuthFlowRow, ConnectSessionRow, ConnectSessionStatus } from "./port.ts";

/** Finds the flow for a one-time ticket; null if there is none, or if its row was moved to another session. */
export async function flowByTicket(deps: ConnectDeps, ticket: string): Promise<OAuthFlowRow | null> {
  const hashes = deps.hasTokenForm("cot_", ticket) ? deps.hashes.hashUnderEveryKey("oauth-ticket", ticket) : [];
  return ownFlow(deps, await firstFound(hashes, (hash) => deps.oauth.flows.findByTicketHash(hash)));
}

/** Finds the flow for a state; null as above. */
export async function flowByState(deps: ConnectDeps, state: string): Promise<OAuthFlowRow | null> {
  const hashes = deps.hasTokenForm("cos_", state) ? deps.hashes.hashUnderEveryKey("oauth-state", state) : [];
  return ownFlow(deps, await firstFound(hashes, (hash) => deps.oauth.flows.findByStateHash(hash)));
}

type FlowStart = Pick<OAuthFlowRow, "sessionId" | "provider" | "ticketHash">;

/**
 * Returns the id of a flow: a keyed hash of its initial values, so that someone who can write to the database can't
 * divert the browser of one session into completing another. The ticket makes it unique.
 */
export function computeFlowId(hashes: Pick<KeyedHashes, "hash">, start: FlowStart): string {
  return flowIdPrefix + hashes.hash("oauth-flow", flowInput(start));
}

const flowIdPrefix = "oaf_";

function flowInput({ sessionId, provider, ticketHash }: FlowStart): string[] {
  return [sessionId, provider, ticketHash];
}

function ownFlow({ hashes }: Pick<ConnectDeps, "hashes">, flow: OAuthFlowRow | null): OAuthFlowRow | null {
  const isOwn = flow !== null && hashes.verify("oauth-flow", flowInput(flow), flow.id.slice(flowIdPrefix.length));
  return isOwn ? flow : null;
}

/** Returns the hash that binds a flow to a browser: the hash of its cookie's secret, for this flow only. */
export function hashBrowserSecret(hashes: Pick<KeyedHashes, "hash">, flowId: string, secret: string): string {
  return hashes.hash("oauth-browser", `${flowId}:${secret}`);
}

/** Returns the browser's secret if the flow is bound to it; null in any other browser. */
export function boundSecret(
  { hashes }: Pick<ConnectDeps, "hashes">,
  flow: OAuthFlowRow,
  secret: string | null,
): string | null {
  return secret !== null && hashes.verify("oauth-browser", `${flow.id}:${secret}`, flow.browserHash) ? secret : null;
}

/** Returns the token that the consent form must contain. Only the page served to the flow's browser can know it. */
export function createFormToken(hashes: Pick<KeyedHashes, "hash">, flow: OAuthFlowRow, secret: string): string {
  return hashes.hash("oauth-form", `${flow.id}:${secret}`);
}

/** Whether a form contains the token, in constant time. */
export function isFormToken(
  hashes: Pick<KeyedHashes, "verify">,
  flow: OAuthFlowRow,
  secret: string,
  text: string,
): boolean {
  return hashes.verify("oauth-form", `${flow.id}:${secret}`, text);
}

/**
 * Returns the PKCE code verifier for a state (RFC 7636 §4.1), 43 characters in base64url. It is not stored: only the
 * hash of the state is, and the provider's response returns the state.
 * @param stateHash as stored with the flow. The same version of the hashing key derives the verifier.
 */
export function deriveVerifier(
  hashes: Pick<KeyedHashes, "hashUnderEveryKey">,
  state: string,
  stateHash: string,
): string {
  const version = stateHash.slice(0, stateHash.indexOf(".") + 1);
  const derived = hashes.hashUnderEveryKey("oauth-verifier", state).find((hash) => hash.startsWith(version));
  if (derived === undefined) throw new Error("The hashing key of this authorization no longer exists.");
  return derived.slice(version.length);
}

/** Tries each hash in turn (one per hashing key, newest first), and returns the first row found. */
export async function firstFound<Row>(
  hashes: readonly string[],
  find: (hash: string) => Promise<Row | null>,
): Promise<Row | null> {
  for (const hash of hashes) {
    const row = await find(hash);
    if (row !== null) return row;
  }
  return null;
}

/** The result of the user's part. */
export type RedirectResult = { status: ConnectSessionStatus; completionCode?: string };

/** Returns the session's return URL with the service's own parameters added; an existing query is kept unchanged. */
export function buildReturnUrl(
  { id, returnUrl }: Pick<ConnectSessionRow, "id" | "returnUrl">,
  { status, completionCode }: RedirectResult,
): string {
  const own = new URLSearchParams({ connect_session_id: id, status });
  if (completionCode !== undefined) own.set("completion_code", completionCode);
  return `${returnUrl}${returnUrl.includes("?") ? "&" : "?"}${own.toString()}`;
}

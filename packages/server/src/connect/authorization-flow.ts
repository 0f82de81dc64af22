/**
 * The secrets of one way to the provider and back. Only keyed hashes of them are kept, and two are never kept at all: the
 * form's token follows from the browser's secret, the PKCE verifier from the state, each by the deployment's hashing key.
 */
import type { KeyedHashes } from "../vault/port.ts";
import type { ConnectDeps } from "./deps.ts";
import type { OAuthFlowRow } from "./port.ts";

/** The flow of a one-time ticket; null where there is none, or where it was moved to another session. */
export async function flowByTicket(deps: ConnectDeps, ticket: string): Promise<OAuthFlowRow | null> {
  const hashes = deps.hasTokenForm("cot_", ticket) ? deps.hashes.hashUnderEveryKey("oauth-ticket", ticket) : [];
  return ownFlow(deps, await firstFound(hashes, (hash) => deps.oauth.flows.findByTicketHash(hash)));
}

/** The flow of a state; null as above. */
export async function flowByState(deps: ConnectDeps, state: string): Promise<OAuthFlowRow | null> {
  const hashes = deps.hasTokenForm("cos_", state) ? deps.hashes.hashUnderEveryKey("oauth-state", state) : [];
  return ownFlow(deps, await firstFound(hashes, (hash) => deps.oauth.flows.findByStateHash(hash)));
}

type FlowStart = Pick<OAuthFlowRow, "sessionId" | "provider" | "ticketHash">;

/**
 * The id of a flow: a keyed hash of what it begins with, so that whoever can write to the database cannot lead the browser
 * of one session to the end of another. The ticket makes it another one each time.
 */
export function flowIdOf(hashes: Pick<KeyedHashes, "hash">, start: FlowStart): string {
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

/** The hash that binds a flow to a browser: that of the secret in its cookie, for this flow alone. */
export function browserHashOf(hashes: Pick<KeyedHashes, "hash">, flowId: string, secret: string): string {
  return hashes.hash("oauth-browser", `${flowId}:${secret}`);
}

/** The secret, of those that a browser has, that its flow is bound to; null in every other browser. */
export function boundSecret(
  { hashes }: Pick<ConnectDeps, "hashes">,
  flow: OAuthFlowRow,
  secrets: readonly string[],
): string | null {
  return secrets.find((secret) => hashes.verify("oauth-browser", `${flow.id}:${secret}`, flow.browserHash)) ?? null;
}

/** What the consent's form must carry: nobody can know it but the page that was served to the flow's browser. */
export function formTokenOf(hashes: Pick<KeyedHashes, "hash">, flow: OAuthFlowRow, secret: string): string {
  return hashes.hash("oauth-form", `${flow.id}:${secret}`);
}

/** Whether a form carries it; in constant time. */
export function isFormToken(
  hashes: Pick<KeyedHashes, "verify">,
  flow: OAuthFlowRow,
  secret: string,
  text: string,
): boolean {
  return hashes.verify("oauth-form", `${flow.id}:${secret}`, text);
}

/**
 * The PKCE code verifier of a state (RFC 7636 §4.1), 43 characters base64url. It is not kept: the state, which is kept as
 * a hash, comes back with the answer.
 * @param stateHash as the flow keeps it: the same version of the hashing key makes both.
 */
export function verifierOf(hashes: Pick<KeyedHashes, "hashUnderEveryKey">, state: string, stateHash: string): string {
  const version = stateHash.slice(0, stateHash.indexOf(".") + 1);
  const made = hashes.hashUnderEveryKey("oauth-verifier", state).find((hash) => hash.startsWith(version));
  if (made === undefined) throw new Error("The hashing key of an authorization is gone.");
  return made.slice(version.length);
}

/** The address at which the provider's answer arrives: one for each provider, so that none can pass for another's. */
export function redirectUriOf(deps: Pick<ConnectDeps, "publicUrl">, provider: string): string {
  return `${deps.publicUrl()}/connect/oauth/${provider}/callback`;
}

/** The row that one of the hashes finds: one a hashing key, newest first. */
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

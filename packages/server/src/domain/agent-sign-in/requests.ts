/**
 * Sign-ins that their app hasn't decided yet. Anyone can start one, so svc stores none: it seals the request into the id
 * with which the app is called, and writes a row only once an app with a service key has decided.
 */
import { agentAuthorizationIdLengthMax, idPrefixes, isId } from "@svc/contract";
import type { SealedTexts } from "../vault/port.ts";
import type { AgentAuthorizationRow } from "./port.ts";

/** A request before its decision. */
export type AgentRequest = Pick<
  AgentAuthorizationRow,
  | "id"
  | "clientId"
  | "tenantId"
  | "resource"
  | "hostId"
  | "hostName"
  | "redirectUri"
  | "state"
  | "codeChallenge"
  | "browserHash"
  | "proposalId"
  | "mustSign"
  | "createdAt"
  | "expiresAt"
>;

/**
 * Returns the id with which the app is called: the row's id, a dot, and the sealed request.
 * @returns null if it would be longer than the contract allows.
 */
export function sealRequest(seals: SealedTexts, request: AgentRequest): string | null {
  const { id, ...rest } = request;
  const text = `${id}.${seals.seal(id, JSON.stringify(rest))}`;
  return text.length > agentAuthorizationIdLengthMax ? null : text;
}

/** Returns the row's id in an id with which an app is called, also without a request; null for any other text. */
export function rowIdIn(text: string): string | null {
  const [id = "", sealed = ""] = text.split(".");
  const isWhole = text === id || text === `${id}.${sealed}`;
  return isWhole && isId(idPrefixes.agentAuthorization, id) ? id : null;
}

/** Returns the request in such an id; null if it contains none that svc sealed. */
export function openRequest(seals: SealedTexts, text: string): AgentRequest | null {
  const id = rowIdIn(text);
  if (id === null || text === id || text.length > agentAuthorizationIdLengthMax) return null;
  const opened = seals.open(id, text.slice(id.length + 1));
  return opened === null ? null : { ...(JSON.parse(opened) as Omit<AgentRequest, "id">), id };
}

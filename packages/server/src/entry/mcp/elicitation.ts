/**
 * Asks an agent's user to open the page where they approve a call (MCP elicitation in URL mode). In revisions with
 * `initialize`, only that message reports a client's capabilities, and no replica remembers it. So the session id
 * carries them. It has no other meaning and is no secret: a client that invents one only gets a request that it can't
 * handle.
 */
import type { ClientCapabilities } from "@modelcontextprotocol/server";
import type { Proposal } from "@svc/contract";
import type { McpAction } from "./tools.ts";

/** Whether a client with these capabilities opens URLs for its user. */
export function opensUrls(capabilities: ClientCapabilities | undefined): boolean {
  return capabilities?.elicitation?.url !== undefined;
}

/** Creates the session id of a client that opens URLs; other clients have none. @param uuid a new one. */
export function sessionIdOf(uuid: string): string {
  return `url_${uuid}`;
}

const sessionIdForm = /^url_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Whether a request belongs to such a client.
 * @param values every `Mcp-Session-Id` header; any other id means nothing.
 */
export function isOfUrlSession(values: readonly string[]): boolean {
  const [value = "", ...others] = values;
  return others.length === 0 && sessionIdForm.test(value);
}

/** The page that a client is asked to open, and why. */
export type PageRequest = { url: string; message: string };

/** Returns the page to open for a call; null if there is none, or the decision has been made. */
export function pageToOpen(
  { action, provider }: Pick<McpAction, "action" | "provider">,
  { status, approvalUrl }: Pick<Proposal, "status" | "approvalUrl">,
): PageRequest | null {
  if (status !== "pending" || approvalUrl === null) return null;
  const message = `"${action.title}" (${provider.name}) needs a person's approval before it is sent. Open the page to see what would be done, and to approve or deny it.`;
  return { url: approvalUrl, message };
}

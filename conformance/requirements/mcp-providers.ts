/** Promises about remote MCP servers that are providers. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id, source: "contract §11.6", text });

/** Promises about remote MCP servers that are providers. */
export const requirements: readonly Requirement[] = [
  of(
    "mcp-providers.same",
    "A reviewed MCP server has a catalog, pages, connections and executions like any other provider.",
  ),
  of(
    "mcp-providers.connect",
    "People connect to an MCP server on svc's pages: with their own token, or at its authorization server, as svc's client document, an app that svc registers, or the operator's.",
  ),
  of("mcp-providers.reviewed", "Nothing of an MCP server can be called until an operator has reviewed it."),
  of(
    "mcp-providers.changed",
    "Every process has a change within five seconds, without a restart. A tool that changed after its review can't be called until an operator accepts it.",
  ),
  of(
    "mcp-providers.recorded",
    "An execution of an MCP server's tool, and its entry in the audit trail, name the digest of the tool as it was reviewed then.",
  ),
  of(
    "mcp-providers.once",
    "An execution calls a tool at most once, whatever the server does, and its record says what the response proves.",
  ),
  of(
    "mcp-providers.words",
    "A server's texts are shown without markup and characters that hide or reorder text, and a tool's description as the server's own.",
  ),
  of(
    "mcp-providers.addresses",
    "Nothing that an MCP server names leads svc to an address in a network that it doesn't connect to.",
  ),
  of("mcp-providers.bound", "The slug of an MCP server never leads its connections to another address."),
];

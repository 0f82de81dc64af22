/** claude.ai with its hosted document, which it prefers since August 2026. */
import { protocolAccept, type Host } from "./host.ts";

export const claudeAiDocument: Host = {
  name: "claude.ai, hosted document",
  version: "",
  sources: [
    {
      says: "It prefers its document if the server's metadata allows none.",
      where: "https://github.com/brendanlong/lion-reader/pull/1519",
      date: "2026-08-31",
    },
    {
      says: "Its authorization request and the document's address.",
      where: "https://github.com/anthropics/claude-ai-mcp/issues/96",
      date: "2026-03-13",
    },
  ],
  assumed: ["the document's other fields", "revision", "accept", "prefix", "refreshes"],
  identity: {
    by: "document",
    document: {
      client_id: "https://claude.ai/oauth/mcp-oauth-client-metadata",
      client_name: "Claude",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
  },
  address: "/mcp",
  finds: "challenge",
  redirectUri: "https://claude.ai/api/mcp/auth_callback",
  resource: "address",
  repeatsResource: true,
  asks: { scope: " offline_access", prompt: "consent" },
  revision: "2025-11-25",
  accept: protocolAccept,
  fills: "",
  prefix: "",
  refreshes: 2,
};

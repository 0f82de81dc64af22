/** claude.ai and Claude Desktop, as a custom connector that registers. */
import { protocolAccept, type Host } from "./host.ts";

export const claudeAi: Host = {
  name: "claude.ai",
  version: "",
  sources: [
    {
      says: "It registers with client_secret_post.",
      where: "https://github.com/anthropics/claude-ai-mcp/issues/1043",
      date: "2026-09-15",
    },
    {
      says: "The body of its registration.",
      where: "https://github.com/anthropics/claude-code/issues/5826",
      date: "2025-11-22",
    },
    {
      says: "Its users paste an address with a slash at the end.",
      where: "https://github.com/anthropics/claude-ai-mcp/issues/1056",
      date: "2026-09",
    },
    {
      says: "Its authorization request.",
      where: "https://github.com/anthropics/claude-ai-mcp/issues/96",
      date: "2026-03-13",
    },
  ],
  assumed: ["revision", "accept", "prefix", "refreshes"],
  identity: {
    by: "registration",
    body: {
      client_name: "Claude",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  },
  address: "tenant/",
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

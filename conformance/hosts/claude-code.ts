/** Claude Code. */
import { protocolAccept, type Host } from "./host.ts";

export const claudeCode: Host = {
  name: "Claude Code",
  version: "2.1.64",
  sources: [
    {
      says: "Its document, and that its port is another one each time.",
      where: "https://github.com/anthropics/claude-code/issues/37767",
      date: "2026-03-23",
    },
    {
      says: "It asks without resource.",
      where: "https://github.com/anthropics/claude-code/issues/90497",
      date: "2026-09",
    },
  ],
  assumed: ["the document's other fields", "revision", "accept", "refreshes"],
  identity: {
    by: "document",
    document: {
      client_id: "https://claude.ai/oauth/claude-code-client-metadata",
      client_name: "Claude Code",
      redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
  },
  address: "/mcp",
  finds: "challenge",
  redirectUri: "http://localhost:58135/callback",
  resource: "",
  repeatsResource: false,
  asks: {},
  revision: "2025-11-25",
  accept: protocolAccept,
  fills: "",
  prefix: "mcp__svc__",
  refreshes: 3,
};

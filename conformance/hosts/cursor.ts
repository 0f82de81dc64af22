/** Cursor. */
import { protocolAccept, type Host } from "./host.ts";

export const cursor: Host = {
  name: "Cursor",
  version: "",
  sources: [
    {
      says: "Its registration has three redirect addresses.",
      where: "https://github.com/erp-mafia/accounted/pull/2225",
      date: "2026-09-03",
    },
    {
      says: "It registers as a public client.",
      where: "https://github.com/Altinity/altinity-mcp/issues/169",
      date: "2026-09-09",
    },
    {
      says: "The names of server and tool may have 60 characters together.",
      where: "https://github.com/PostHog/posthog/issues/51483",
      date: "2026-03",
    },
  ],
  assumed: ["resource", "revision", "accept", "refreshes"],
  identity: {
    by: "registration",
    body: {
      client_name: "Cursor",
      redirect_uris: [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "http://localhost:8787/callback",
      ],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
  },
  address: "/mcp/",
  finds: "challenge",
  redirectUri: "cursor://anysphere.cursor-mcp/oauth/callback",
  resource: "address",
  repeatsResource: true,
  asks: {},
  revision: "2025-06-18",
  accept: protocolAccept,
  fills: "",
  prefix: "svc-product:",
  refreshes: 2,
};

/** mcp-remote, which lets hosts without sign-in use one. */
import { protocolAccept, type Host } from "./host.ts";

export const mcpRemote: Host = {
  name: "mcp-remote",
  version: "0.15.1",
  sources: [
    {
      says: "Its registration and scope.",
      where:
        "https://github.com/geelen/mcp-remote/blob/00cc07f3f4a1b0e8d94b682c65e0619f6c69ec64/src/lib/node-oauth-client-provider.ts",
      date: "2026",
    },
    { says: "It refreshes once for each call that notices the expiry.", where: "run against svc", date: "2026-11-28" },
  ],
  assumed: [],
  identity: {
    by: "registration",
    body: {
      redirect_uris: ["http://localhost:3334/oauth/callback"],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      client_name: "MCP CLI Proxy",
      client_uri: "https://github.com/modelcontextprotocol/mcp-cli",
      software_id: "2e6dc280-f3c3-4e01-99a7-8181dbd1d23d",
      software_version: "0.15.1",
      scope: "openid email profile",
    },
  },
  address: "tenant",
  finds: "challenge",
  redirectUri: "http://localhost:3334/oauth/callback",
  resource: "address",
  repeatsResource: true,
  asks: { scope: "openid email profile" },
  revision: "2025-11-25",
  accept: protocolAccept,
  fills: "",
  prefix: "",
  refreshes: 3,
};

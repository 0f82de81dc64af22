/** Gemini CLI. */
import { protocolAccept, type Host } from "./host.ts";

export const geminiCli: Host = {
  name: "Gemini CLI",
  version: "",
  sources: [
    {
      says: "Its registration and its requests.",
      where:
        "https://github.com/google-gemini/gemini-cli/blob/0467592364ba09be2aa9391e4d9fe27a913f3fa3/packages/core/src/mcp/oauth-provider.ts",
      date: "2026",
    },
    {
      says: "Its SDK converts no schema with additionalProperties: false.",
      where: "https://github.com/googleapis/python-genai/issues/2393",
      date: "2026-05",
    },
  ],
  assumed: ["revision", "accept", "prefix", "refreshes"],
  identity: {
    by: "registration",
    body: {
      client_name: "Gemini CLI MCP Client",
      redirect_uris: ["http://localhost:7777/oauth/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope: "",
    },
  },
  address: "tenant",
  finds: "resource metadata",
  redirectUri: "http://localhost:7777/oauth/callback",
  resource: "address",
  repeatsResource: true,
  asks: {},
  revision: "2025-06-18",
  accept: protocolAccept,
  fills: "",
  prefix: "mcp_svc_",
  refreshes: 2,
};

/** The TypeScript SDK before it knew resources. */
import { protocolAccept, type Host } from "./host.ts";

export const typescriptSdk112: Host = {
  name: "TypeScript SDK 1.12",
  version: "1.12.1",
  sources: [{ says: "It sends no resource.", where: "run against svc", date: "2026-11-28" }],
  assumed: [],
  identity: {
    by: "registration",
    body: {
      client_name: "TypeScript SDK 1.12",
      redirect_uris: ["http://127.0.0.1:8090/callback"],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  },
  address: "/mcp",
  finds: "server metadata",
  redirectUri: "http://127.0.0.1:8090/callback",
  resource: "",
  repeatsResource: false,
  asks: {},
  revision: "2025-03-26",
  accept: protocolAccept,
  fills: "",
  prefix: "",
  refreshes: 3,
};

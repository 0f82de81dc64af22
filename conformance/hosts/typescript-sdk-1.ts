/** The TypeScript SDK before its second version. */
import { protocolAccept, type Host } from "./host.ts";

export const typescriptSdk1: Host = {
  name: "TypeScript SDK 1",
  version: "1.32.2",
  sources: [
    { says: "It refreshes once for each call that notices the expiry.", where: "run against svc", date: "2026-11-28" },
    { says: "Its example registers with client_secret_post.", where: "run against svc", date: "2026-11-28" },
  ],
  assumed: [],
  identity: {
    by: "registration",
    body: {
      client_name: "TypeScript SDK 1",
      redirect_uris: ["http://127.0.0.1:8090/callback"],
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  },
  address: "tenant",
  finds: "challenge",
  redirectUri: "http://127.0.0.1:8090/callback",
  resource: "address",
  repeatsResource: true,
  asks: {},
  revision: "2025-11-25",
  accept: protocolAccept,
  fills: "",
  prefix: "",
  refreshes: 3,
};

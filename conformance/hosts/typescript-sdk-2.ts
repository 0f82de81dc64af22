/** The TypeScript SDK of revision 2026-07-28. */
import { protocolAccept, type Host } from "./host.ts";

export const typescriptSdk2: Host = {
  name: "TypeScript SDK 2",
  version: "2.4.0",
  sources: [
    { says: "It refreshes once for each call that notices the expiry.", where: "run against svc", date: "2026-11-28" },
  ],
  assumed: [],
  identity: {
    by: "registration",
    body: {
      client_name: "TypeScript SDK 2",
      redirect_uris: ["http://127.0.0.1:8090/callback"],
      token_endpoint_auth_method: "none",
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
  revision: "2026-07-28",
  accept: protocolAccept,
  fills: "",
  prefix: "",
  refreshes: 3,
};

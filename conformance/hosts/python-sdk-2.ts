/** The Python SDK of revision 2026-07-28. */
import { protocolAccept, type Host } from "./host.ts";

export const pythonSdk2: Host = {
  name: "Python SDK 2",
  version: "2.3.0",
  sources: [
    {
      says: "It signs in at both addresses, and refreshes under a lock.",
      where: "run against svc",
      date: "2026-11-28",
    },
  ],
  assumed: [],
  identity: {
    by: "registration",
    body: {
      client_name: "Python SDK 2",
      redirect_uris: ["http://127.0.0.1:8090/callback"],
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
  refreshes: 1,
};

/** The Python SDK before 1.23, which asks for a secret by default. */
import { protocolAccept, type Host } from "./host.ts";

export const pythonSdk1: Host = {
  name: "Python SDK 1",
  version: "1.10.1",
  sources: [
    {
      says: "It registers with client_secret_post, its default up to 1.22.",
      where: "run against svc",
      date: "2026-11-28",
    },
  ],
  assumed: [],
  identity: {
    by: "registration",
    body: {
      client_name: "Python SDK 1",
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
  revision: "2025-06-18",
  accept: protocolAccept,
  fills: "",
  prefix: "",
  refreshes: 1,
};

/** ChatGPT, as a custom connector. */
import { protocolAccept, type Host } from "./host.ts";

export const chatgpt: Host = {
  name: "ChatGPT",
  version: "",
  sources: [
    {
      says: "Its document.",
      where: "https://github.com/django-oauth/django-oauth-toolkit/issues/1857",
      date: "2026-09-20",
    },
    {
      says: "It signs if the server's metadata says that it may.",
      where: "https://github.com/operately/operately/issues/5164",
      date: "2026-08-26",
    },
    {
      says: "It publishes an RSA key with a key ID.",
      where: "https://github.com/engram-app/Engram/issues/1633",
      date: "2026-09-15",
    },
  ],
  assumed: ["resource", "revision", "accept", "prefix", "refreshes"],
  identity: {
    by: "document",
    document: {
      client_id: "https://chatgpt.com/oauth/client.json",
      client_uri: "https://chatgpt.com/",
      redirect_uris: ["https://chatgpt.com/connector_platform_oauth_redirect"],
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      client_name: "ChatGPT",
      token_endpoint_auth_signing_alg: "RS256",
      jwks_uri: "https://chatgpt.com/oauth/jwks.json",
    },
  },
  address: "tenant",
  finds: "challenge",
  redirectUri: "https://chatgpt.com/connector_platform_oauth_redirect",
  resource: "address",
  repeatsResource: true,
  asks: {},
  revision: "2025-11-25",
  accept: protocolAccept,
  fills: "",
  prefix: "",
  refreshes: 2,
};

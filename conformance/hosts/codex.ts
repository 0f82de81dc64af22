/** Codex. */
import { protocolAccept, type Host } from "./host.ts";

export const codex: Host = {
  name: "Codex",
  version: "0.153.0",
  sources: [
    {
      says: "Its redirect address ends in an id that is derived from the server's address.",
      where: "https://github.com/openai/codex/issues/30460",
      date: "2026-09-03",
    },
    { says: "It registers.", where: "https://github.com/openai/codex/issues/19154", date: "2026-06-18" },
    { says: "It adds a slash to resource.", where: "https://github.com/openai/codex/issues/35716", date: "2026-07-28" },
    {
      says: "It sends no resource for the token.",
      where: "https://github.com/openai/codex/issues/20729",
      date: "2026-05-02",
    },
  ],
  assumed: ["accept", "prefix", "refreshes"],
  identity: {
    by: "registration",
    body: {
      client_name: "Codex",
      redirect_uris: ["http://127.0.0.1:33418/callback/pX3v9kQ2mZ1a"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
  },
  address: "/mcp",
  finds: "server metadata",
  redirectUri: "http://127.0.0.1:33418/callback/pX3v9kQ2mZ1a",
  resource: "other end",
  repeatsResource: false,
  asks: {},
  revision: "2025-11-25",
  accept: protocolAccept,
  fills: "",
  prefix: "mcp__svc__",
  refreshes: 2,
};

/** VS Code. */
import { protocolAccept, type Host } from "./host.ts";

export const vsCode: Host = {
  name: "VS Code",
  version: "1.106",
  sources: [
    {
      says: "It uses its document if the server's metadata allows that.",
      where: "https://github.com/microsoft/vscode/pull/271403",
      date: "2025-10-14",
    },
    { says: "The document's address.", where: "https://github.com/microsoft/vscode/issues/298300", date: "2026-02-27" },
    { says: "Its redirect addresses.", where: "https://github.com/microsoft/vscode/issues/282472", date: "2025-12-10" },
    {
      says: "It adds a slash to resource.",
      where: "https://github.com/microsoft/vscode/issues/259251",
      date: "2025-08",
    },
  ],
  assumed: ["the document's other fields", "revision", "accept", "prefix", "refreshes"],
  identity: {
    by: "document",
    document: {
      client_id: "https://vscode.dev/oauth/client-metadata.json",
      client_name: "Visual Studio Code",
      redirect_uris: ["http://127.0.0.1:33418/", "https://vscode.dev/redirect"],
      grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
  },
  address: "tenant",
  finds: "resource metadata",
  redirectUri: "http://127.0.0.1:33418/",
  resource: "other end",
  repeatsResource: true,
  asks: {},
  revision: "2025-11-25",
  accept: protocolAccept,
  fills: "",
  prefix: "mcp_svc_",
  refreshes: 2,
};

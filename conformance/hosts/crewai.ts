/** CrewAI, with its MCPServerAdapter. */
import { protocolAccept, type Host } from "./host.ts";

export const crewAi: Host = {
  name: "CrewAI",
  version: "crewai-tools 1.15.30",
  sources: [
    { says: "It sends null for each argument that the model left out.", where: "run against svc", date: "2026-11-28" },
  ],
  assumed: [],
  identity: { by: "token" },
  address: "/mcp",
  finds: "challenge",
  redirectUri: "",
  resource: "",
  repeatsResource: false,
  asks: {},
  revision: "2025-11-25",
  accept: protocolAccept,
  fills: "null",
  prefix: "",
  refreshes: 0,
};

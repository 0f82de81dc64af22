/** The OpenAI Agents SDK, also in its strict mode. */
import { protocolAccept, type Host } from "./host.ts";

export const openaiAgents: Host = {
  name: "openai-agents",
  version: "0.24.0",
  sources: [
    { says: "In strict mode, the model has to fill in connection_id.", where: "run against svc", date: "2026-11-28" },
  ],
  assumed: [],
  identity: { by: "token" },
  address: "/mcp",
  finds: "challenge",
  redirectUri: "",
  resource: "",
  repeatsResource: false,
  asks: {},
  revision: "2026-07-28",
  accept: protocolAccept,
  fills: "empty connection_id",
  prefix: "",
  refreshes: 0,
};

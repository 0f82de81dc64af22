/** The generated commands of each noun. */
import { authCommands } from "./auth.ts";
import { tenantsCommands } from "./tenants.ts";
import { providersCommands } from "./providers.ts";
import { actionsCommands } from "./actions.ts";
import { connectSessionsCommands } from "./connect-sessions.ts";
import { connectionsCommands } from "./connections.ts";
import { executionsCommands } from "./executions.ts";
import { proposalsCommands } from "./proposals.ts";
import { tokensCommands } from "./tokens.ts";
import { eventsCommands } from "./events.ts";
import { webhooksCommands } from "./webhooks.ts";
import { auditEventsCommands } from "./audit-events.ts";
import type { NounCommands } from "../commands/add-command.ts";

/** The generated commands by noun, in the contract's order. */
export const generatedCommands: Readonly<Record<string, NounCommands>> = {
  auth: authCommands,
  tenants: tenantsCommands,
  providers: providersCommands,
  actions: actionsCommands,
  "connect-sessions": connectSessionsCommands,
  connections: connectionsCommands,
  executions: executionsCommands,
  proposals: proposalsCommands,
  tokens: tokensCommands,
  events: eventsCommands,
  webhooks: webhooksCommands,
  "audit-events": auditEventsCommands,
};

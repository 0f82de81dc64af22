/** The codes for what a key or a delegated token may do, and for the sign-in of agents. */
import { entry } from "./error-table.ts";

/** The codes of this file, as the error table takes them. */
export const tokenErrors = {
  NOT_PERMITTED: entry({
    status: 403,
    title: "Not permitted",
    detail:
      "This operation isn't open to a delegated token or to a key that is narrowed to tenants; nothing was done. Call it with a service key that isn't narrowed.",
    exitCode: 3,
    next: "caller",
  }),
  TOKEN_TOO_WIDE: entry({
    status: 403,
    title: "Token too wide",
    detail:
      "A delegated token can only create narrower ones, and this one would be wider; nothing was created. Ask for what the parent has, or less.",
    exitCode: 3,
    next: "caller",
  }),
  TOKEN_BUDGET_EXHAUSTED: entry({
    status: 403,
    title: "Token budget exhausted",
    detail:
      "The delegated token, or one that it was made from, has used up its `maxExecutions`; nothing was sent. Ask for a new token, and repeat the call with the same key.",
    exitCode: 3,
    next: "caller",
  }),
  AGENT_AUTHORIZATION_NOT_FOUND: entry({
    status: 404,
    title: "Agent authorization not found",
    detail:
      "The service client has no agent authorization with this id. Use the one that your `agentSignInUrl` was called with.",
    exitCode: 4,
    next: "caller",
  }),
  AGENT_AUTHORIZATION_NOT_PENDING: entry({
    status: 409,
    title: "Agent authorization not pending",
    detail:
      "The agent authorization was already decided, or has expired; nothing was changed. The user starts again in the agent's host.",
    next: "end user",
  }),
  DELEGATED_TOKEN_NOT_FOUND: entry({
    status: 404,
    title: "Delegated token not found",
    detail: "The service client has no delegated token with this id. Check the id, or list the tokens.",
    exitCode: 4,
    next: "caller",
  }),
} as const;

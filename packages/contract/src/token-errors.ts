/** The error codes for the rights of keys and delegated tokens, and for agent sign-in. */
import { entry } from "./error-table.ts";

/** This file's rows of the error table. */
export const tokenErrors = {
  NOT_PERMITTED: entry({
    status: 403,
    title: "Not permitted",
    detail:
      "This operation isn't available to delegated tokens, or to keys narrowed to tenants; nothing was done. Call it with a service key that isn't narrowed.",
    exitCode: 3,
    next: "caller",
  }),
  TOKEN_TOO_WIDE: entry({
    status: 403,
    title: "Token too wide",
    detail:
      "A delegated token can't have more access than its parent, and this one would; nothing was created. Request the parent's access, or less.",
    exitCode: 3,
    next: "caller",
  }),
  TOKEN_BUDGET_EXHAUSTED: entry({
    status: 403,
    title: "Token budget exhausted",
    detail:
      "The delegated token, or a token it was created from, has used up its `maxExecutions`; nothing was sent. Get a new token, then repeat the call with the same key.",
    exitCode: 3,
    next: "caller",
  }),
  AGENT_AUTHORIZATION_NOT_FOUND: entry({
    status: 404,
    title: "Agent authorization not found",
    detail:
      "The service client has no agent authorization with this id. Use the id that was passed to your `agentSignInUrl`.",
    exitCode: 4,
    next: "caller",
  }),
  AGENT_AUTHORIZATION_NOT_PENDING: entry({
    status: 409,
    title: "Agent authorization not pending",
    detail:
      "The agent authorization was already decided, or has expired; nothing was changed. The user has to start again in the agent's host.",
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

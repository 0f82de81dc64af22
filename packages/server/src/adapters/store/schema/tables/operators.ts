/** Operators. */
import { orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const operatorTokens = table({
  name: "operator_tokens",
  note: "Tokens that can sign in to the console, and sessions that are signed in. Both are stored as keyed hashes.",
  scope: "system",
  columns: {
    id: text({ key: true }),
    name: text(),
    hash: text(),
    created_at: time(),
    expires_at: orNull(time()),
    revoked_at: orNull(time()),
    last_used_at: orNull(time()),
    seal: text(),
  },
  checks: ["revoked_at IS NULL OR seal = ''"],
});

export const operatorSessions = table({
  name: "operator_sessions",
  note: "A session ends some time after seen_at, and at ends_at at the latest. Both are checked when it is used.",
  scope: "system",
  columns: {
    hash: text({ key: true }),
    token_id: text({ references: "operator_tokens" }),
    created_at: time(),
    seen_at: time(),
    ends_at: time(),
    seal: text(),
  },
  indexes: {
    operator_sessions_token: { on: ["token_id"] },
  },
});

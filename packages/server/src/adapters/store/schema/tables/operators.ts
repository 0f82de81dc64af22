/** Operators. */
import { orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const operatorTokens = table({
  name: "operator_tokens",
  row: "OperatorTokenRow",
  note: "A token that can sign in to the console. The id is its public part.",
  scope: "system",
  columns: {
    id: text({ key: true }),
    name: text({ note: "The owner or purpose of the token." }),
    hash: text({ note: "Keyed hash of the whole token, preceded by the hashing key's version." }),
    created_at: time(),
    expires_at: orNull(time()),
    revoked_at: orNull(time()),
    last_used_at: orNull(time({ note: "When it was last used to sign in, or seen in a session." })),
    seal: text({ hidden: true }),
  },
  checks: ["revoked_at IS NULL OR seal = ''"],
});

export const operatorSessions = table({
  name: "operator_sessions",
  row: "OperatorSessionRow",
  note: `A session of the console. It ends some time after seen_at, and at ends_at at the latest; both are checked when
    it is used.`,
  scope: "system",
  columns: {
    hash: text({ key: true, note: "Keyed hash of the secret in the browser's cookie." }),
    token_id: text({ references: "operator_tokens" }),
    created_at: time(),
    seen_at: time({ note: "When it was last used; updated at most once a minute." }),
    ends_at: time({ note: "When it expires, even if it is in use." }),
    seal: text({ hidden: true }),
  },
  indexes: {
    operator_sessions_token: { on: ["token_id"] },
  },
});

/** Promises about delegated tokens and narrowed service keys. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id: `tokens.${id}`, source: "contract §1.15", text });

/** Promises about delegated tokens and narrowed service keys. */
export const requirements: readonly Requirement[] = [
  of("rights", "A delegated token executes and sees what its connections and actions cover, and manages nothing."),
  of("isolation", "What a token or a narrowed key doesn't cover answers exactly like what doesn't exist."),
  of("chain", "A token made with a token is never wider than its parent; wider is 403 TOKEN_TOO_WIDE."),
  of(
    "keys",
    "A token neither repeats nor occupies an idempotency key that it doesn't cover; a new token repeats a call.",
  ),
  of("budget", "maxExecutions is exact for a token and its parents, however many call at once, and counts no repeat."),
  of(
    "end",
    "A token ends when it expires or is revoked, with its parent, key or tenant, within a second on each server.",
  ),
  of("audience", "A token is accepted only where its audience says; elsewhere it is 401."),
  of(
    "trail",
    "Executions and the audit trail name the token, whom it acts for and who holds it, and never the token's text.",
  ),
  of("narrow-keys", "A key that is narrowed to tenants reaches no other, and nothing that concerns the whole client."),
  of(
    "narrow-label",
    "A key that is narrowed to a label reaches the tenants that have it now, and its tokens too, within a second; it changes no label.",
  ),
  of("restored", "After a restore, tokens with a budget are revoked, and others are not."),
];

/** Promises about delegated tokens and narrowed service keys. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id: `tokens.${id}`, source: "contract §1.15", text });

/** Promises about delegated tokens and narrowed service keys. */
export const requirements: readonly Requirement[] = [
  of("rights", "A delegated token executes and sees what its connections and actions cover, and manages nothing."),
  of(
    "isolation",
    "A resource that a token or a narrowed key doesn't cover answers exactly like one that doesn't exist.",
  ),
  of("chain", "A token created with a token is never wider than its parent; wider is 403 TOKEN_TOO_WIDE."),
  of(
    "keys",
    "A token neither repeats nor occupies an idempotency key that it doesn't cover; a new token repeats a call.",
  ),
  of(
    "budget",
    "maxExecutions is exact for a token and its parents, however many call concurrently, and counts no repeats.",
  ),
  of(
    "end",
    "A token stops working when it expires or is revoked, or with its parent, key or tenant, within a second on each server.",
  ),
  of("audience", "A token is accepted only by its audience; elsewhere it gets 401."),
  of(
    "trail",
    "Executions and the audit trail name the token, its subject and its holder, and never contain the token's text.",
  ),
  of("narrow-keys", "A key narrowed to tenants reaches no others, and nothing that concerns the whole client."),
  of(
    "narrow-label",
    "A key narrowed to a label, and its tokens, reach the tenants that currently have the label, within a second; it changes no label.",
  ),
  of("restored", "After a restore, tokens from before it and all tokens with a budget are revoked."),
];

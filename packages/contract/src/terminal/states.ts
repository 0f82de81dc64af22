/** The colors of states: green for done, yellow for waiting, red for failed, gray for over. */

/** How a state is doing. */
export type Tone = "good" | "waiting" | "bad" | "over";

const words: Readonly<Record<Tone, readonly string[]>> = {
  good: [
    "accepted",
    "active",
    "allow",
    "applied",
    "approved",
    "available",
    "completed",
    "delivered",
    "enabled",
    "ok",
    "on",
    "open",
    "paid",
    "published",
    "read",
    "ready",
    "running",
    "succeeded",
    "success",
  ],
  waiting: [
    "ask",
    "authorizing",
    "awaiting_confirmation",
    "dispatched",
    "draft",
    "in_progress",
    "expiring",
    "opened",
    "outcome_unknown",
    "past_due",
    "pending",
    "processing",
    "tentative",
    "trialing",
    "undetermined",
    "warn",
    "write",
  ],
  bad: [
    "contradicted",
    "denied",
    "deny",
    "destructive",
    "error",
    "fail",
    "failed",
    "needs_reconnect",
    "not_applied",
    "rejected",
    "stopped",
    "unpaid",
  ],
  over: [
    "archived",
    "cancelled",
    "canceled",
    "closed",
    "deleted",
    "disabled",
    "disconnected",
    "ended",
    "expired",
    "inactive",
    "off",
    "revoked",
    "withdrawn",
  ],
};

const tones = new Map(
  Object.entries(words).flatMap(([tone, list]) => list.map((word) => [word, tone as Tone] as const)),
);

const codes: Readonly<Record<Tone, number>> = { good: 32, waiting: 33, bad: 31, over: 90 };

/** The names of fields that are states. */
const stateNames = /^(?:status|state|decision|effect|outcome|verdict|ok)$/i;

/** Whether a field with this name, or the column of it, is a state. */
export function isStateName(name: string): boolean {
  return stateNames.test(name);
}

/** The tone of a state; null if the word says nothing. */
export function toneOf(word: string): Tone | null {
  return tones.get(word.trim().toLowerCase().replaceAll(" ", "_")) ?? null;
}

/** Colors a text by the state that it begins with, as in "disabled (by the operator)". */
export function coloredState(text: string): string {
  const tone = toneOf(text) ?? toneOf(text.split(" ")[0] ?? "");
  return tone === null ? text : `\u001b[${codes[tone]}m${text}\u001b[39m`;
}

/** A heading, or a name before its value. */
export function bold(text: string): string {
  return `\u001b[1m${text}\u001b[22m`;
}

/** Text that matters less. */
export function faint(text: string): string {
  return `\u001b[2m${text}\u001b[22m`;
}

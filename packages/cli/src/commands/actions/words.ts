/** An action's facts in words that need no documentation. */
import type { Action } from "@svc/contract";

/** What happens if the action is sent twice. */
export const repeatWords: Readonly<Record<Action["idempotency"], string>> = {
  safe: "changes nothing",
  idempotent: "same result",
  unsafe: "acts again",
};

const lostWords: Readonly<Record<Action["evidence"]["strength"], string>> = {
  exact: "svc finds out",
  strong: "svc finds out",
  state: "svc compares the state",
  weak: "svc may find out",
  none: "a person checks",
};

/** What happens if the provider's response is lost. */
export function lostResponseWords({ effect, evidence }: Pick<Action, "effect" | "evidence">): string {
  return effect === "read" ? "ask again" : lostWords[evidence.strength];
}

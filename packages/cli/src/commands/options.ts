/** Flags that several commands share. Loads nothing, so that help stays fast. */
import type { Command } from "commander";

/** The flag for an idempotency key. */
export const keyFlag = "--idempotency-key <key>";
/** Help for `keyFlag` if svc creates the key otherwise. */
export const keyText = "idempotency key of this request; created if omitted";

/** Adds `--limit` and `--cursor`. */
export function addPageOptions(command: Command, cursorText = "cursor of the page to show"): Command {
  return command.option("--limit <n>", "items per page (1-100)").option("--cursor <cursor>", cursorText);
}

/** Collects the values of a repeatable flag. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

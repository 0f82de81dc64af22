/** Judges a credential as it is typed, by what the server said about its kinds. Nothing is sent for this. */
import type { CredentialField } from "@svc/contract";

/**
 * What can be said of a value so far: `unfinished` may still become one that fits, `unlike` cannot; `refused` is of a kind
 * that is known and not taken. `message` is the server's text about the kind; one that `isLimited` cannot do all that is
 * asked for.
 */
export type Judgement =
  | { kind: "empty" | "spaces" | "unfinished" | "unlike" }
  | { kind: "refused"; message: string }
  | { kind: "fits"; message: string | null; isLimited: boolean };

/** Judges a value. Pure; the server decides in the end. */
export function judge(value: string, field: Pick<CredentialField, "pattern" | "hints">): Judgement {
  if (value === "") return { kind: "empty" };
  if (/\s/u.test(value)) return { kind: "spaces" };
  const hint = field.hints.find(({ prefix }) => value.startsWith(prefix));
  if (hint?.accepted === false) return { kind: "refused", message: hint.message };
  if (new RegExp(field.pattern).test(value))
    return { kind: "fits", message: hint?.message ?? null, isLimited: hint?.limited ?? false };
  const mayBecome = hint !== undefined || field.hints.some(({ prefix }) => prefix.startsWith(value));
  return { kind: mayBecome || field.hints.length === 0 ? "unfinished" : "unlike" };
}

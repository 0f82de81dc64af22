/** Judges a credential while the user types, from the server's hints. Nothing is sent. */
import type { CredentialField } from "@svc/contract";

/**
 * The result for a value. `unfinished` may become valid with more characters, `unlike` can't. `refused` is a known kind
 * that isn't accepted. `message` is the server's text about the kind. `isLimited`: it can't do everything that is
 * requested.
 */
export type Judgement =
  | { kind: "empty" | "spaces" | "unfinished" | "unlike" }
  | { kind: "refused"; message: string }
  | { kind: "fits"; message: string | null; isLimited: boolean };

/** Judges a value. Pure; the server makes the final decision. */
export function judge(value: string, field: Pick<CredentialField, "pattern" | "hints">): Judgement {
  if (value === "") return { kind: "empty" };
  const fits = new RegExp(field.pattern).test(value);
  // Some credentials contain spaces, such as a JSON document.
  if (!fits && /\s/u.test(value)) return { kind: "spaces" };
  const hint = field.hints.find(({ prefix }) => value.startsWith(prefix));
  if (hint?.accepted === false) return { kind: "refused", message: hint.message };
  if (fits) return { kind: "fits", message: hint?.message ?? null, isLimited: hint?.limited ?? false };
  const mayBecome = hint !== undefined || field.hints.some(({ prefix }) => prefix.startsWith(value));
  // Hints about only refused kinds say nothing about how an accepted one begins.
  return { kind: mayBecome || !field.hints.some(({ accepted }) => accepted) ? "unfinished" : "unlike" };
}

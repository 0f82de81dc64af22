/** Validates a value against an action's schema with the contract's own validator. */
import { validateAgainst } from "@svc/contract/validation";
import type { TSchema } from "typebox";

/** Validates a value. @returns one line per fault, with its position and keyword; none for a valid value. */
export function violations(schema: TSchema, value: unknown): string[] {
  const result = validateAgainst(schema, value);
  return result.ok ? [] : result.errors.map(({ pointer, keyword }) => `${pointer} ${keyword}`);
}

/** Keyed digests of the sensitive fields in a changing request, so that a look can compare them. */
import type { Evidence } from "@svc/provider-kit";
import type { TenantDigests } from "../vault/port.ts";

/**
 * Returns the data that a field's digest covers, so that digests are comparable only within one execution and field.
 */
export function comparedData(executionId: string, field: string, value: string): readonly string[] {
  return [executionId, field, value];
}

/** Returns the digests of the compared fields in an input. @param digests null if the action compares none. */
export function digestsOf(
  { compares = [] }: Pick<Evidence, "compares">,
  executionId: string,
  input: unknown,
  digests: TenantDigests,
): Record<string, string> {
  const fields = Object.entries(input as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    fields.flatMap(([field, value]) =>
      compares.includes(field) && typeof value === "string"
        ? [[field, digests.digest(comparedData(executionId, field, value))]]
        : [],
    ),
  );
}

/** Keyed digests of the sensitive fields that a changing request sent, so that a look can compare them. */
import type { Evidence } from "@svc/provider-kit";
import type { TenantDigests } from "../vault/port.ts";

/** What a digest of a sent field covers: it compares within one execution and field only. */
export function comparedData(executionId: string, field: string, value: string): readonly string[] {
  return [executionId, field, value];
}

/** Digests of the compared fields that an input has. @param digests null if the action compares none. */
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

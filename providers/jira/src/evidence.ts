/** How lost answers are settled: by our property, or by what an issue is now. */
import type { ReadPort } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { issueRequest, propertyKey } from "./client.ts";
import { issue } from "./resources.ts";

/** Five minutes for the difference between the clocks. */
export const clockSkewMs = 300_000;

/** Reads an issue. @throws ProviderFailure */
export async function readIssue(provider: ReadPort, key: string): Promise<Static<typeof issue.schema>> {
  return issue.read((await provider.read(issueRequest(key), { accept: [200] })).body);
}

/** What an action that sets something saw before. */
export const stateFacts = Type.Object(
  { wasDifferent: Type.Boolean({ description: "Whether it wasn't already as asked." }) },
  { additionalProperties: false },
);

/** Whether a comment or a work log has our property: a list of `{key, value}`. */
export function hasMarker(entity: unknown, hex: string): boolean {
  const { properties } = record(entity);
  if (properties === undefined) return false;
  return list(properties)
    .map(record)
    .some(({ key, value }) => key === propertyKey && Object(value).k === hex);
}

/** Whether an issue has our property: searches give them by key. */
export function issueHasMarker(entity: unknown, hex: string): boolean {
  const { properties } = record(entity);
  return Object(Object(properties)[propertyKey]).k === hex;
}

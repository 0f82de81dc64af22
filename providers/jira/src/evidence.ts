/** How lost responses are settled: by our property, or by the issue's current state. */
import type { ReadPort } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { issueRequest, propertyKey } from "./client.ts";
import { issue } from "./resources.ts";

/** The allowed difference between the service's clock and Jira's: five minutes. */
export const clockSkewMs = 300_000;

/** Reads an issue. @throws ProviderFailure */
export async function readIssue(provider: ReadPort, key: string): Promise<Static<typeof issue.schema>> {
  return issue.read((await provider.read(issueRequest(key), { accept: [200] })).body);
}

/** The facts that a state-setting action records before its change. */
export const stateFacts = Type.Object(
  { wasDifferent: Type.Boolean({ description: "Whether it had different values before the change." }) },
  { additionalProperties: false },
);

/** Returns whether a comment or work log has our property. Its properties are a list of `{key, value}`. */
export function hasMarker(entity: unknown, hex: string): boolean {
  const { properties } = record(entity);
  if (properties === undefined) return false;
  return list(properties)
    .map(record)
    .some(({ key, value }) => key === propertyKey && Object(value).k === hex);
}

/** Returns whether an issue has our property. In a search, properties are an object with their keys. */
export function issueHasMarker(entity: unknown, hex: string): boolean {
  const { properties } = record(entity);
  return Object(Object(properties)[propertyKey]).k === hex;
}

/** Requests to AWS's JSON APIs: all have the same path, and a header names the operation. */
import type { ResponseBody, PostRead, ProviderResponse, ProviderRequest } from "@svc/provider-kit";
import { toSts } from "./regions.ts";

const targetHeader = "X-Amz-Target";

/** The part of a provider's manifest that lets its requests name an operation. */
export const awsRequestHeaders: readonly string[] = [targetHeader];

/**
 * The operations that only read, and STS, as a manifest's `postReads`.
 *
 * @param targets such as `secretsmanager.ListSecrets`.
 */
export function awsReads(targets: readonly string[]): readonly PostRead[] {
  return [
    { path: [], header: { name: targetHeader, values: targets } },
    { ...toSts, path: [], field: { name: "Action", values: ["GetCallerIdentity"] } },
  ];
}

/**
 * Builds a call of an operation.
 * @param responseBody the members of the response to read, or that none is.
 */
export function awsCall(
  target: string,
  json: Readonly<Record<string, unknown>>,
  responseBody: ResponseBody,
): ProviderRequest {
  return {
    method: "POST",
    path: [],
    headers: { [targetHeader]: target },
    json,
    contentType: "application/x-amz-json-1.1",
    responseBody,
  };
}

/**
 * AWS's own time in a response, in milliseconds since the epoch; null if absent. A manifest must list `date` for it.
 */
export function timeOf({ headers }: Pick<ProviderResponse, "headers">): number | null {
  const ms = Date.parse(headers["date"] ?? "");
  return Number.isNaN(ms) ? null : ms;
}

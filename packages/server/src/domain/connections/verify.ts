/** Verifies a credential at its provider before it is stored, whether a user submits it or a backend imports it. */
import { ServiceError } from "@svc/contract";
import type { Refusal } from "@svc/provider-kit";
import type { Identify, IdentifyResult } from "../provider-calls/identify.ts";

/** @throws ServiceError CREDENTIAL_UNVERIFIED if the provider's response is inconclusive. */
export async function verifyCredential(
  identify: Identify,
  subject: Parameters<Identify>[0],
  credential: unknown,
): Promise<Exclude<IdentifyResult, { kind: "unsure" }>> {
  const result = await identify(subject, credential);
  if (result.kind !== "unsure") return result;
  const { retryAfterSeconds } = result.refusal;
  throw new ServiceError("CREDENTIAL_UNVERIFIED", { retryAfterSeconds });
}

/** Returns the reason for refusing a credential that has no connection yet; undefined if none can be shown. */
export function rejectionReason({ code, detail }: Refusal): string | undefined {
  // A provider's text about an invalid credential refers to a connection, which doesn't exist yet.
  return code === "PROVIDER_REJECTED" ? detail : undefined;
}

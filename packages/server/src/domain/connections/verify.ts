/** Verifies a credential at its provider before it is stored: one that a user submits, and one that a backend imports. */
import { ServiceError } from "@svc/contract";
import type { Refusal } from "@svc/provider-kit";
import type { Identify, IdentifyResult } from "../provider-calls/identify.ts";

/** @throws ServiceError CREDENTIAL_UNVERIFIED if the provider gives no clear answer. */
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

/** What the provider's refusal says about a credential that has no connection yet; undefined if it says nothing. */
export function rejectionReason({ code, detail }: Refusal): string | undefined {
  // A provider's text about an invalid credential mentions a connection, which does not exist yet.
  return code === "PROVIDER_REJECTED" ? detail : undefined;
}

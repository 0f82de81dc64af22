/**
 * What Secret Manager's refusals mean: https://cloud.google.com/secret-manager/docs/reference/rest and Google's common
 * errors.
 */
import { googleRefusals, reasonsOf } from "@svc/google";
import type { ResponseContext, BodyVerdict, ProviderResponse } from "@svc/provider-kit";

/**
 * Maps a response that an action didn't accept to an error.
 * @returns the code, and a sentence that quotes nothing from the response.
 */
export const refuse = googleRefusals({
  api: "The Secret Manager API",
  check: "the input",
  known: {
    SERVICE_DISABLED: {
      code: "PROVIDER_FORBIDDEN",
      detail: "The Secret Manager API isn't enabled in the service account's project. Enable it there.",
    },
    PERMISSION_DENIED: {
      code: "PROVIDER_FORBIDDEN",
      detail: "The service account lacks the role for this, or the role's condition doesn't include this secret.",
    },
    FAILED_PRECONDITION: {
      code: "PROVIDER_REJECTED",
      detail: "The newest version of the secret is disabled or destroyed, so it can't be read.",
    },
  },
});

/**
 * Judges a change: a secret that already exists, or another change at the same moment, may be from a copy of this
 * request. Someone else may also have created the secret since the read before.
 */
export function judge(response: ProviderResponse, { change }: ResponseContext): BodyVerdict {
  const isConflict = change && response.status === 409 && reasonsOf(response).some((reason) => conflicts.has(reason));
  return { verdict: isConflict ? "unknown" : "accepted" };
}

const conflicts: ReadonlySet<string> = new Set(["ALREADY_EXISTS", "ABORTED"]);

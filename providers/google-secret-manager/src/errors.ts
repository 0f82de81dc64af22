/** What Secret Manager's refusals mean: https://cloud.google.com/secret-manager/docs/reference/rest and Google's common errors. */
import { googleRefusals } from "@svc/google";

/** Judges an answer that an action didn't accept. @returns the code, and a sentence with nothing from the answer. */
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
      detail: "The service account lacks the role for this, or its condition doesn't include this secret.",
    },
    FAILED_PRECONDITION: {
      code: "PROVIDER_REJECTED",
      detail: "The newest version of the secret is disabled or destroyed, so it can't be read.",
    },
    ALREADY_EXISTS: {
      code: "PROVIDER_REJECTED",
      detail: "A secret with this name exists already, so nothing was created.",
    },
  },
});

/** What Secret Manager's refusals mean: https://cloud.google.com/secret-manager/docs/reference/rest and Google's common errors. */
import { googleRefusals } from "@svc/google";

/** Maps an answer that an action didn't accept to an error. @returns the code, and a sentence that quotes nothing from the answer. */
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
    ALREADY_EXISTS: {
      code: "PROVIDER_REJECTED",
      detail: "A secret with this name already exists, so nothing was created.",
    },
  },
});

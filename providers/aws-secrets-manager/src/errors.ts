/**
 * What Secrets Manager's own errors mean:
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_PutSecretValue.html
 */
import { awsConflicts, awsRefusals } from "@svc/aws";
import type { Refusal } from "@svc/provider-kit";

const notFound: Refusal = {
  code: "SECRET_NOT_FOUND",
  detail: "The config has no secret with this name, or it is scheduled for deletion.",
};

const keyFault: Refusal = {
  code: "PROVIDER_REJECTED",
  detail: "AWS couldn't use the secret's KMS key, so nothing was done.",
};

/**
 * Maps a response that an action didn't accept to an error.
 * @returns the code, and a sentence that quotes nothing from the response.
 */
export const refuse = awsRefusals({
  service: "Secrets Manager",
  known: {
    ResourceNotFoundException: notFound,
    // For a read, a scheduled deletion is the only possible reason.
    InvalidRequestException: ({ change }) =>
      change
        ? {
            code: "PROVIDER_REJECTED",
            detail: "The secret is scheduled for deletion, or another AWS service manages it, so nothing was changed.",
          }
        : notFound,
    LimitExceededException: {
      code: "PROVIDER_REJECTED",
      detail: "The account has reached a quota of Secrets Manager, so nothing was changed.",
    },
    DecryptionFailure: keyFault,
    EncryptionFailure: keyFault,
  },
});

/**
 * A secret or a version with this write's token exists, or the secret is already scheduled for deletion: someone else
 * may have done it, or the request arrived twice.
 */
export const judge = awsConflicts({
  ResourceExistsException: null,
  InvalidRequestException: /marked (?:for deletion|deleted)/,
});

/**
 * What Parameter Store's own errors mean:
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html
 */
import { awsConflicts, awsRefusals } from "@svc/aws";
import type { Refusal } from "@svc/provider-kit";

const rejected = (detail: string): Refusal => ({ code: "PROVIDER_REJECTED", detail });
const notFound: Refusal = { code: "SECRET_NOT_FOUND", detail: "The config has no parameter with this name." };
const quota = rejected("The account has reached a quota of Parameter Store, so nothing was changed.");

/**
 * Maps a response that an action didn't accept to an error.
 * @returns the code, and a sentence that quotes nothing from the response.
 */
export const refuse = awsRefusals({
  service: "Parameter Store",
  known: {
    ParameterNotFound: notFound,
    ParameterVersionNotFound: notFound,
    ParameterLimitExceeded: quota,
    ParameterMaxVersionLimitExceeded: rejected(
      "The parameter has reached its limit of versions, and its oldest one has a label, so nothing was written.",
    ),
    ParameterPatternMismatchException: rejected(
      "The value doesn't match the parameter's allowed pattern, so nothing was written.",
    ),
    InvalidKeyId: rejected("AWS couldn't use the parameter's KMS key, so nothing was done."),
  },
});

/**
 * The parameter was created, is being changed, or is gone since the read before: someone else may have done it, or the
 * request arrived twice.
 */
export const judge = awsConflicts({ ParameterAlreadyExists: null, TooManyUpdates: null, ParameterNotFound: null });

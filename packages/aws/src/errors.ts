/**
 * The meaning of refusals by AWS's JSON APIs and STS. Nearly all have the status 400, so the error's name decides.
 * Messages may quote the input, so one is only matched:
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/CommonErrors.html
 */
import type { ResponseContext, BodyVerdict, ProviderResponse, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** The name and the message of an error: `{__type, message}`, or `{Error: {Code, Message}}` of STS. */
function errorOf(body: unknown): { name: string; message: string } {
  const source = isRecord(body) ? body : {};
  const inner = isRecord(source["Error"]) ? source["Error"] : source;
  const texts = [inner["__type"] ?? inner["Code"], inner["message"] ?? inner["Message"]];
  const [name = "", message = ""] = texts.map((text) => (typeof text === "string" ? text : ""));
  // Some services add a namespace before the name, or an address after it.
  return { name: name.replace(/^.*#/, "").replace(/:.*$/, ""), message };
}

const isWrongTime = /^Signature (?:expired|not yet current)/i;

const deadKey: ReadonlySet<string> = new Set([
  "UnrecognizedClientException",
  "InvalidSignatureException",
  "InvalidClientTokenId",
  "SignatureDoesNotMatch",
  "InvalidAccessKeyId",
  "ExpiredToken",
  "ExpiredTokenException",
]);

const denied: ReadonlySet<string> = new Set(["AccessDenied", "AccessDeniedException", "NotAuthorized"]);

const limits: ReadonlySet<string> = new Set([
  "Throttling",
  "ThrottlingException",
  "ThrottledException",
  "RequestLimitExceeded",
  "TooManyRequestsException",
]);

/** A provider's own part. */
export type AwsRefusals = {
  /** The service's name: "Secrets Manager". */
  service: string;
  /** Its own errors, by name. */
  known: Readonly<Record<string, Refusal | ((context: ResponseContext) => Refusal)>>;
};

/**
 * Creates a provider's `refuse`.
 * @returns a function whose refusals have a code, and a sentence that contains nothing from the response.
 */
export function awsRefusals({ service, known }: AwsRefusals) {
  return ({ status, body }: ProviderResponse, context: ResponseContext): Refusal => {
    if (status < 400 || status >= 500) {
      return { code: "PROVIDER_ERROR", detail: `AWS answered with status ${String(status)}.` };
    }
    const { name, message } = errorOf(body);
    if (isWrongTime.test(message)) {
      const detail = "AWS refused the signature for its time, so nothing was done: the clock of this server is wrong.";
      return { code: "PROVIDER_ERROR", detail };
    }
    if (deadKey.has(name)) {
      const detail =
        "AWS doesn't accept this connection's access key: it was deleted or deactivated, its secret is different, or the account hasn't enabled the region.";
      return { code: "PROVIDER_UNAUTHORIZED", detail };
    }
    if (denied.has(name)) {
      const detail = `AWS doesn't let this connection's access key ${context.change ? "change" : "read"} this. Check its policy, and that of the KMS key.`;
      return { code: "PROVIDER_FORBIDDEN", detail };
    }
    if (limits.has(name) || status === 429) {
      return { code: "PROVIDER_RATE_LIMITED", detail: `A rate limit of ${service} has been reached. Try again later.` };
    }
    const own = Object.hasOwn(known, name) ? known[name] : undefined;
    if (own !== undefined) return typeof own === "function" ? own(context) : own;
    const detail = `${service} rejected the request as invalid (status ${String(status)}). Check the input.`;
    return { code: "PROVIDER_REJECTED", detail };
  };
}

/**
 * Creates a provider's `judge`: a change that AWS refuses because of a state that the change itself makes has an
 * unknown outcome, because the request may have arrived twice.
 * @param conflicts the errors' names, each with a pattern of its message, or null for any message.
 */
export function awsConflicts(conflicts: Readonly<Record<string, RegExp | null>>) {
  return ({ status, body }: ProviderResponse, { change }: ResponseContext): BodyVerdict => {
    const { name, message } = status < 400 ? { name: "", message: "" } : errorOf(body);
    const isKnown = change && Object.hasOwn(conflicts, name);
    return { verdict: isKnown && conflicts[name]?.test(message) !== false ? "unknown" : "accepted" };
  };
}

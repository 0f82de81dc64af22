/**
 * What GitHub's refusals mean. Errors are `{message, errors?: [{resource, field, code}], documentation_url}`; messages and
 * values echo what the caller sent, so they are matched against and never passed on:
 * https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api
 */
import type { ProviderAnswer, Refusal } from "@svc/provider-kit";
import { limitSeconds } from "./rate-limits.ts";
import { isRecord } from "./shape.ts";

/**
 * Judges an answer that an action did not accept.
 * @returns the code, and a sentence that holds nothing of the answer but scopes and permissions by GitHub's own names.
 */
export function refuse(answer: ProviderAnswer, context: { credentialKind: string; change: boolean }): Refusal {
  const { status } = answer;
  const retryAfterSeconds = limitSeconds(answer);
  if (retryAfterSeconds !== null) {
    return {
      code: "PROVIDER_RATE_LIMITED",
      detail: `A rate limit of GitHub's is reached. Try again in ${String(retryAfterSeconds)} seconds at the earliest.`,
      retryAfterSeconds,
    };
  }
  if (status === 401) {
    return {
      code: "PROVIDER_UNAUTHORIZED",
      detail: "GitHub no longer accepts the authorization of this connection. Its owner must reconnect.",
    };
  }
  if (status === 403) return forbidden(answer, context);
  if (status === 404 || status === 410 || status === 451)
    return { code: "PROVIDER_NOT_FOUND", detail: missing(answer, context) };
  if (status === 409) {
    return {
      code: "PROVIDER_REJECTED",
      detail: "GitHub refused the request because of the state that the repository is in. Look at it there.",
    };
  }
  if (status >= 400 && status < 500) return { code: "PROVIDER_REJECTED", detail: invalid(answer) };
  return {
    code: "PROVIDER_ERROR",
    detail: `GitHub answered with status ${String(status)}, which it does not document here.`,
  };
}

function forbidden(
  answer: ProviderAnswer,
  { credentialKind, change }: { credentialKind: string; change: boolean },
): Refusal {
  if (faultsIn(answer.body).some(({ code }) => code === "too_large")) {
    return { code: "PROVIDER_REJECTED", detail: "The file is too large for GitHub's API." };
  }
  if (/^required\b/.test(answer.headers["x-github-sso"] ?? "")) {
    return {
      code: "PROVIDER_FORBIDDEN",
      detail:
        "The organization wants single sign-on (SAML). The owner of the connection signs in to the organization at " +
        "GitHub and reconnects.",
    };
  }
  const verb = change ? "change" : "read";
  return {
    code: "PROVIDER_FORBIDDEN",
    detail: `GitHub does not let this connection ${verb} this. ${wanted(answer, credentialKind)}`,
  };
}

const scopeList = /^[a-z]+(?:[_:][a-z]+)*(?:, ?[a-z]+(?:[_:][a-z]+)*)*$/;
const permissionList = /^[a-z]+(?:_[a-z]+)*=(?:read|write|admin)(?:[,;] ?[a-z]+(?:_[a-z]+)*=(?:read|write|admin))*$/;
const vocabularyLengthMax = 200;

/** What GitHub says that the request needs, where it says so in its own vocabulary. */
function wanted({ headers }: ProviderAnswer, credentialKind: string): string {
  const named = (value: string | undefined, form: RegExp) =>
    value !== undefined && value.length <= vocabularyLengthMax && form.test(value) ? value : null;
  const permissions = named(headers["x-accepted-github-permissions"], permissionList);
  if (credentialKind === "github_app_user_token") {
    return permissions === null
      ? "The GitHub App lacks the permission, is not installed there, or its user may not do it."
      : `The GitHub App and its user need the permission ${permissions}.`;
  }
  const scopes = named(headers["x-accepted-oauth-scopes"], scopeList);
  return scopes === null
    ? "Its user may not do it, or the organization does not allow the OAuth app."
    : `It needs one of the scopes ${scopes}; with one of them, its user may not do it or the organization does not allow the OAuth app.`;
}

function missing({ status }: ProviderAnswer, { change }: { change: boolean }): string {
  if (status === 451) return "GitHub has blocked this for legal reasons.";
  if (status === 410) {
    return change
      ? "Issues are disabled in this repository, or the issue was deleted."
      : "This was deleted at GitHub, or issues are disabled in the repository.";
  }
  return (
    "GitHub knows nothing under this name, or this connection may not see it: GitHub says the same of both. Check owner, " +
    "repository and number, and whether the connection's user, scopes and organization reach it."
  );
}

/** Fields of GitHub's requests → the fields of our inputs that they come from. */
const inputFields: Readonly<Record<string, string>> = {
  title: "title",
  body: "body",
  state: "state",
  state_reason: "stateReason",
  labels: "labels",
  name: "labels",
  assignees: "assignees",
  assignee: "assignee",
  milestone: "milestone",
  type: "type",
  issue_type: "type",
  creator: "creator",
  mentioned: "mentioned",
  since: "since",
  sort: "sort",
  direction: "direction",
  order: "order",
  visibility: "visibility",
  affiliation: "affiliation",
  head: "head",
  base: "base",
  ref: "ref",
  q: "query",
  page: "page",
  per_page: "perPage",
};

/** What GitHub's codes say of a field. */
const faultWords: Readonly<Record<string, string>> = {
  missing: "names something that does not exist",
  missing_field: "is missing",
  invalid: "is not valid",
  already_exists: "is taken",
  unprocessable: "is not valid",
  too_large: "is too large",
};

function invalid({ status, body }: ProviderAnswer): string {
  const faults = faultsIn(body).flatMap(({ field, code }) => {
    const name = Object.hasOwn(inputFields, field) ? inputFields[field] : undefined;
    if (name === undefined) return [];
    return [`${name} ${(Object.hasOwn(faultWords, code) ? faultWords[code] : undefined) ?? "is refused"}`];
  });
  const named = [...new Set(faults)];
  return named.length === 0
    ? `GitHub refused the request as invalid (status ${String(status)}). Check the input against GitHub's rules.`
    : `GitHub refused the input: ${named.join("; ")}.`;
}

function faultsIn(body: unknown): { field: string; code: string }[] {
  const errors = isRecord(body) && Array.isArray(body["errors"]) ? (body["errors"] as unknown[]) : [];
  return errors.filter(isRecord).map(({ field, code }) => ({
    field: typeof field === "string" ? field : "",
    code: typeof code === "string" ? code : "",
  }));
}

/**
 * What GitHub's refusals mean. Errors are `{message, errors?: [{resource, field, code}], documentation_url}`. Messages
 * and values quote the input, so they are only matched and never passed on:
 * https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api
 */
import type { ProviderResponse, Refusal } from "@svc/provider-kit";
import { limitSeconds } from "./rate-limits.ts";
import { isRecord } from "@svc/provider-kit/shape";

/**
 * Maps a response that an action didn't accept to an error.
 * @returns the code, and a sentence that quotes nothing from the response except GitHub's names of scopes and
 * permissions.
 */
export function refuse(response: ProviderResponse, context: { credentialKind: string; change: boolean }): Refusal {
  const { status } = response;
  const retryAfterSeconds = limitSeconds(response);
  if (retryAfterSeconds !== null) {
    return {
      code: "PROVIDER_RATE_LIMITED",
      detail: `GitHub's rate limit has been reached. Wait at least ${String(retryAfterSeconds)} ${retryAfterSeconds === 1 ? "second" : "seconds"}.`,
      retryAfterSeconds,
    };
  }
  if (status === 401) {
    return {
      code: "PROVIDER_UNAUTHORIZED",
      detail: "GitHub no longer accepts the authorization of this connection. Its owner must reconnect.",
    };
  }
  if (status === 403) return forbidden(response, context);
  if (status === 404 || status === 410 || status === 451)
    return { code: "RESOURCE_NOT_FOUND", detail: missing(response, context) };
  if (status === 409) {
    return {
      code: "PROVIDER_REJECTED",
      detail: "GitHub refused the request because of the repository's current state. Check the repository on GitHub.",
    };
  }
  if (status >= 400 && status < 500) return { code: "PROVIDER_REJECTED", detail: invalid(response) };
  return {
    code: "PROVIDER_ERROR",
    detail: `GitHub answered with status ${String(status)}, which it doesn't document for this request.`,
  };
}

function forbidden(
  response: ProviderResponse,
  { credentialKind, change }: { credentialKind: string; change: boolean },
): Refusal {
  if (faultsIn(response.body).some(({ code }) => code === "too_large")) {
    return { code: "PROVIDER_REJECTED", detail: "The file is too large for GitHub's API." };
  }
  if (/^required\b/.test(response.headers["x-github-sso"] ?? "")) {
    return {
      code: "PROVIDER_FORBIDDEN",
      detail:
        "The organization requires single sign-on (SAML). The connection's owner must sign in to the organization on GitHub " +
        "and reconnect.",
    };
  }
  const verb = change ? "change" : "read";
  return {
    code: "PROVIDER_FORBIDDEN",
    detail: `GitHub doesn't let this connection ${verb} this. ${wanted(response, credentialKind)}`,
  };
}

const scopeList = /^[a-z]+(?:[_:][a-z]+)*(?:, ?[a-z]+(?:[_:][a-z]+)*)*$/;
const permissionList = /^[a-z]+(?:_[a-z]+)*=(?:read|write|admin)(?:[,;] ?[a-z]+(?:_[a-z]+)*=(?:read|write|admin))*$/;
const vocabularyLengthMax = 200;

/** The missing access, in GitHub's own vocabulary if it names it. */
function wanted({ headers }: ProviderResponse, credentialKind: string): string {
  const named = (value: string | undefined, form: RegExp) =>
    value !== undefined && value.length <= vocabularyLengthMax && form.test(value) ? value : null;
  const permissions = named(headers["x-accepted-github-permissions"], permissionList);
  if (credentialKind === "github_app_user_token") {
    return permissions === null
      ? "The GitHub App lacks the permission, isn't installed there, or its user isn't allowed to do this."
      : `The GitHub App and its user need the permission ${permissions}.`;
  }
  const scopes = named(headers["x-accepted-oauth-scopes"], scopeList);
  return scopes === null
    ? "Its user isn't allowed to do this, or the organization doesn't allow the OAuth app."
    : `It needs one of the scopes ${scopes}. If it has one, its user isn't allowed to do this or the organization doesn't allow the OAuth app.`;
}

function missing({ status }: ProviderResponse, { change }: { change: boolean }): string {
  if (status === 451) return "GitHub has blocked this for legal reasons.";
  if (status === 410) {
    return change
      ? "Issues are disabled in this repository, or the issue was deleted."
      : "This was deleted on GitHub, or issues are disabled in the repository.";
  }
  return (
    "GitHub has nothing with this name, or this connection can't see it; GitHub's response is the same for both. Check the owner, " +
    "repository and number, and whether the connection's user, scopes and organization have access."
  );
}

/** Fields in GitHub's requests → our input fields. */
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

/** The meanings of GitHub's codes for a field. */
const faultWords: Readonly<Record<string, string>> = {
  missing: "names something that doesn't exist",
  missing_field: "is missing",
  invalid: "is not valid",
  already_exists: "is taken",
  unprocessable: "is not valid",
  too_large: "is too large",
};

function invalid({ status, body }: ProviderResponse): string {
  const faults = faultsIn(body).flatMap(({ field, code }) => {
    const name = Object.hasOwn(inputFields, field) ? inputFields[field] : undefined;
    if (name === undefined) return [];
    return [`${name} ${(Object.hasOwn(faultWords, code) ? faultWords[code] : undefined) ?? "is refused"}`];
  });
  const named = [...new Set(faults)];
  return named.length === 0
    ? `GitHub rejected the request as invalid (status ${String(status)}). Check the input against GitHub's rules.`
    : `GitHub rejected the input: ${named.join("; ")}.`;
}

function faultsIn(body: unknown): { field: string; code: string }[] {
  const errors = isRecord(body) && Array.isArray(body["errors"]) ? (body["errors"] as unknown[]) : [];
  return errors.filter(isRecord).map(({ field, code }) => ({
    field: typeof field === "string" ? field : "",
    code: typeof code === "string" ? code : "",
  }));
}

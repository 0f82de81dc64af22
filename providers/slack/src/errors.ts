/**
 * Maps Slack's answers to error codes. Each has `ok`, and with `ok: false` an error code in `error`, mostly with status 200. Only
 * codes that are documented to mean that nothing happened are refusals; any other code leaves the outcome of a change unknown.
 * https://docs.slack.dev/apis/web-api#evaluating-responses, and the errors on each method's page
 */
import type { AnswerContext, BodyVerdict, ProviderAnswer, ProviderFailureCode, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

const reconnect = "Its owner must reconnect.";

/** Slack's error codes for each of our codes, with a detail. */
const known: readonly (readonly [code: ProviderFailureCode, detail: string, words: readonly string[]])[] = [
  [
    "PROVIDER_UNAUTHORIZED",
    `Slack no longer accepts the token of this connection. ${reconnect}`,
    ["invalid_auth", "not_authed", "token_revoked", "token_expired", "account_inactive"],
  ],
  [
    "PROVIDER_FORBIDDEN",
    `The connection lacks a scope that this method needs. ${reconnect}`,
    ["missing_scope", "not_allowed_token_type", "no_permission", "invalid_scope"],
  ],
  ["PROVIDER_FORBIDDEN", "The app isn't in this channel. Invite it there first.", ["not_in_channel"]],
  [
    "PROVIDER_FORBIDDEN",
    "The workspace doesn't allow the app to do this. Ask an administrator of the workspace.",
    [
      "restricted_action",
      "access_denied",
      "ekm_access_denied",
      "org_login_required",
      "team_access_not_granted",
      "cant_invite",
      "cant_update_message",
      "cant_delete_message",
      "user_is_restricted",
      "not_allowed",
    ],
  ],
  [
    "PROVIDER_NOT_FOUND",
    "Slack has no such channel, message or person, or this connection can't see it.",
    [
      "channel_not_found",
      "message_not_found",
      "user_not_found",
      "users_not_found",
      "thread_not_found",
      "no_item_specified",
    ],
  ],
  ["PROVIDER_RATE_LIMITED", "Slack's rate limit has been reached. Wait before the next request.", ["ratelimited"]],
  ["PROVIDER_REJECTED", "The workspace already has a channel with this name.", ["name_taken"]],
  ["PROVIDER_REJECTED", "The channel is archived.", ["is_archived"]],
  [
    "PROVIDER_REJECTED",
    "The reaction already exists, or the person is already in the channel.",
    ["already_reacted", "already_in_channel"],
  ],
  ["PROVIDER_REJECTED", "The message isn't the first of a thread, or can't have replies.", ["cannot_reply_to_message"]],
  [
    "PROVIDER_REJECTED",
    "Slack rejected the request as invalid. Check the input.",
    [
      "invalid_arguments",
      "invalid_arg_name",
      "invalid_array_arg",
      "invalid_charset",
      "invalid_form_data",
      "invalid_post_type",
      "missing_post_type",
      "invalid_cursor",
      "invalid_limit",
      "invalid_ts_latest",
      "invalid_ts_oldest",
      "invalid_name",
      "invalid_name_maxlength",
      "invalid_name_punctuation",
      "invalid_name_required",
      "invalid_name_specials",
      "invalid_metadata_format",
      "invalid_metadata_schema",
      "metadata_too_large",
      "metadata_must_be_sent_from_app",
      "msg_too_long",
      "no_text",
      "time_in_past",
      "time_too_far",
      "edit_window_closed",
      "too_many_reactions",
      "cant_invite_self",
      "bad_timestamp",
      "no_channel",
      "no_user",
      "too_many_users",
      "cannot_dm_bot",
    ],
  ],
];

const refusals: ReadonlyMap<string, Refusal> = new Map(
  known.flatMap(([code, detail, words]) => words.map((word): [string, Refusal] => [word, { code, detail }])),
);

function wordOf({ body }: Pick<ProviderAnswer, "body">): string | null {
  const word = isRecord(body) ? body["error"] : undefined;
  return typeof word === "string" ? word : null;
}

/** Judges the body of an answer, because the status doesn't say whether the method succeeded. */
export function judge(answer: ProviderAnswer): BodyVerdict {
  const { body } = answer;
  if (isRecord(body) && body["ok"] === true) return { verdict: "accepted" };
  const refusal = isRecord(body) && body["ok"] === false ? refusals.get(wordOf(answer) ?? "") : undefined;
  return refusal === undefined ? { verdict: "unknown" } : { verdict: "refused", refusal };
}

/**
 * Maps an answer that an action didn't accept to an error.
 * @returns the code, and a sentence that contains nothing from the answer.
 */
export function refuse(answer: ProviderAnswer, { change }: AnswerContext): Refusal {
  const { status } = answer;
  const own = refusals.get(wordOf(answer) ?? "");
  if (own !== undefined && status < 500) return own;
  if (status === 429) {
    return {
      code: "PROVIDER_RATE_LIMITED",
      detail: "Slack's rate limit has been reached. Wait before the next request.",
    };
  }
  if (status === 401) {
    return {
      code: "PROVIDER_UNAUTHORIZED",
      detail: `Slack no longer accepts the token of this connection. ${reconnect}`,
    };
  }
  if (status === 403) {
    return {
      code: "PROVIDER_FORBIDDEN",
      detail: `Slack doesn't let this connection ${change ? "change" : "read"} this.`,
    };
  }
  if (status === 404) {
    return { code: "PROVIDER_NOT_FOUND", detail: "Slack has nothing with this id, or this connection can't see it." };
  }
  if (status >= 400 && status < 500) {
    return {
      code: "PROVIDER_REJECTED",
      detail: `Slack rejected the request as invalid (status ${String(status)}). Check the input.`,
    };
  }
  return {
    code: "PROVIDER_ERROR",
    detail: `Slack answered with status ${String(status)}, which it doesn't document for this request.`,
  };
}

/**
 * Maps Slack's responses to error codes. Each has `ok`, and with `ok: false` an error code in `error`, mostly with
 * status 200. Only codes that are documented to mean that nothing happened are refusals; any other code leaves the
 * outcome of a change unknown. documented-errors.ts lists what Slack documents, and a test compares.
 * https://docs.slack.dev/apis/web-api#evaluating-responses, and the errors on each method's page
 */
import type { ResponseContext, BodyVerdict, ProviderResponse, ProviderFailureCode, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

const reconnect = "Its owner must reconnect.";

/**
 * Only `reactions.add` has it. The requested state holds, whether by this request or by an earlier one, so it succeeds.
 */
export const alreadyThere = "already_reacted";

const wait = "Wait before the next request.";

/** Slack's error codes for each of our codes, with a detail. */
const known: readonly (readonly [code: ProviderFailureCode, detail: string, words: string])[] = [
  [
    "PROVIDER_UNAUTHORIZED",
    `Slack no longer accepts the token of this connection. ${reconnect}`,
    "invalid_auth not_authed token_revoked token_expired account_inactive",
  ],
  [
    "PROVIDER_FORBIDDEN",
    `The connection lacks a scope that this method needs. ${reconnect}`,
    "missing_scope not_allowed_token_type no_permission invalid_scope invalid_token",
  ],
  ["PROVIDER_FORBIDDEN", "The app isn't in this channel. Invite it there first.", "not_in_channel"],
  [
    "PROVIDER_FORBIDDEN",
    "The workspace doesn't allow the app to do this. Ask an administrator of the workspace.",
    `restricted_action access_denied ekm_access_denied team_access_not_granted accesslimited enterprise_is_restricted
    two_factor_setup_required cant_invite cant_update_message cant_delete_message cant_broadcast_message user_is_restricted not_allowed
    channel_is_limited_access posting_to_channel_denied no_access no_external_invite_permission canvas_disabled_user_team
    blocked_file_type slack_connect_blocked_file_type slack_connect_canvas_sharing_blocked slack_connect_clip_sharing_blocked
    slack_connect_file_link_sharing_blocked slack_connect_file_upload_sharing_blocked slack_connect_lists_sharing_blocked`,
  ],
  ["PROVIDER_FORBIDDEN", "The channel is read-only for the app.", "restricted_action_read_only_channel"],
  ["PROVIDER_FORBIDDEN", "The thread is locked.", "restricted_action_thread_locked thread_locked"],
  [
    "RESOURCE_NOT_FOUND",
    "Slack has no such channel, message or person, or this connection can't see it.",
    `channel_not_found message_not_found user_not_found users_not_found user_not_visible thread_not_found team_not_found
    no_item_specified draft_not_found file_not_found`,
  ],
  [
    "PROVIDER_RATE_LIMITED",
    `Slack's rate limit has been reached. ${wait}`,
    "ratelimited rate_limited message_limit_exceeded",
  ],
  [
    "PROVIDER_RATE_LIMITED",
    `The workspace, channel or message is being changed by Slack and can't be used for now. ${wait}`,
    "team_added_to_org org_login_required external_channel_migrating streaming_state_conflict",
  ],
  // These two are refusals although a copy of the request, made on the way, could be their cause. Slack documents them about the name
  // and the person ("Invited user is already in the channel."), which are the caller's: unlike an idempotency key or a version that svc
  // chose, they nearly always have another cause. A channel shows its creator, but not the request, so no look could settle an unknown
  // outcome. And both texts stay true after a copy. With several people, `already_in_channel` doesn't say that all of them are there, so
  // it isn't a success either.
  ["PROVIDER_REJECTED", "The workspace already has a channel with this name.", "name_taken"],
  ["PROVIDER_REJECTED", "The channel is archived, frozen or deleted.", "is_archived is_inactive"],
  ["PROVIDER_REJECTED", "The person is already in the channel.", "already_in_channel"],
  [
    "PROVIDER_REJECTED",
    "The message isn't the first of a thread, or can't have replies.",
    "cannot_reply_to_message restricted_action_non_threadable_channel",
  ],
  ["PROVIDER_REJECTED", "This channel takes only replies in threads.", "restricted_action_thread_only_channel"],
  [
    "PROVIDER_REJECTED",
    "The app takes no direct messages: its Messages tab is off, in the app's settings under App Home.",
    "messages_tab_disabled",
  ],
  ["PROVIDER_REJECTED", "Slack schedules at most 30 messages for a channel in five minutes.", "restricted_too_many"],
  [
    "PROVIDER_REJECTED",
    "One of these people can't be messaged or invited: deactivated, a guest, or of another workspace.",
    `user_disabled invalid_user_combination org_user_not_in_team invitee_cant_see_channel ura_max_channels cannot_dm_bot
    cant_invite_self`,
  ],
  ["PROVIDER_REJECTED", "Slack doesn't do this in this kind of conversation.", "method_not_supported_for_channel_type"],
  [
    "PROVIDER_REJECTED",
    "Slack no longer offers this method. Update svc.",
    "deprecated_endpoint method_deprecated unknown_method",
  ],
  [
    "PROVIDER_REJECTED",
    "Slack rejected the request as invalid. Check the input.",
    `invalid_arguments invalid_arg_name invalid_array_arg invalid_charset invalid_form_data invalid_post_type missing_post_type
    missing_argument invalid_cursor invalid_limit limit_required invalid_types invalid_ts_latest invalid_ts_oldest invalid_name
    invalid_name_maxlength invalid_name_punctuation invalid_name_required invalid_name_specials cannot_create_channel
    invalid_metadata_format invalid_metadata_schema invalid_metadata_filter_keys metadata_too_large metadata_must_be_sent_from_app
    msg_too_long msg_blocks_too_long no_text invalid_time time_in_past time_too_far edit_window_closed too_many_reactions
    too_many_emoji not_reactable bad_timestamp no_channel no_user users_list_not_supplied not_enough_users too_many_users
    as_user_not_supported attachment_payload_limit_exceeded invalid_attachments too_many_attachments too_many_contact_cards
    invalid_blocks invalid_blocks_format block_mismatch markdown_text_conflict no_dual_broadcast_content_update
    draft_already_deleted draft_has_conflict missing_file_data file_deleted file_is_deleted file_share_limit_reached
    max_file_sharing_exceeded`,
  ],
];

/**
 * The documented codes that don't prove that nothing happened, with the reason. On a change they leave the outcome
 * unknown.
 */
export const mayHaveTakenEffect: Readonly<Record<string, string>> = {
  fatal_error: "Slack: “It's possible some aspect of the operation succeeded before the error was raised.”",
  internal_error: "Slack: “It's possible some aspect of the operation succeeded before the error was raised.”",
  service_unavailable: "Slack doesn't say whether the request was taken up before.",
  request_timeout: "Slack got the request only in part, and doesn't say that it did nothing.",
  update_failed: "“Internal update failure” doesn't say how far the update came.",
  unable_to_share_files: "The text may have been changed before.",
  draft_already_sent: "It says that a message was sent.",
  duplicate_channel_not_found: "It's about another request with the same id, which may have sent the message.",
  duplicate_message_not_found: "It's about another request with the same id, which may have sent the message.",
  list_record_comment_fetch_failed: "A fault while reading.",
};

const refusals: ReadonlyMap<string, Refusal> = new Map(
  known.flatMap(([code, detail, words]) =>
    words.split(/\s+/).map((word): [string, Refusal] => [word, { code, detail }]),
  ),
);

function wordOf({ body }: Pick<ProviderResponse, "body">): string | null {
  const word = isRecord(body) ? body["error"] : undefined;
  return typeof word === "string" ? word : null;
}

/** Judges the body of a response, because the status doesn't say whether the method succeeded. */
export function judge(response: ProviderResponse): BodyVerdict {
  const { body } = response;
  if (isRecord(body) && (body["ok"] === true || body["error"] === alreadyThere)) return { verdict: "accepted" };
  const refusal = isRecord(body) && body["ok"] === false ? refusals.get(wordOf(response) ?? "") : undefined;
  return refusal === undefined ? { verdict: "unknown" } : { verdict: "refused", refusal };
}

/**
 * Maps a response that an action didn't accept to an error.
 * @returns the code, and a sentence that contains nothing from the response.
 */
export function refuse(response: ProviderResponse, { change }: ResponseContext): Refusal {
  const { status } = response;
  const own = refusals.get(wordOf(response) ?? "");
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
    return { code: "RESOURCE_NOT_FOUND", detail: "Slack has nothing with this id, or this connection can't see it." };
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

/** What Calendar's refusals mean: https://developers.google.com/workspace/calendar/api/guides/errors */
import { googleRefusals } from "@svc/google";
import type { Refusal } from "@svc/provider-kit";

const gone: Refusal = {
  code: "RESOURCE_NOT_FOUND",
  detail: "The event has been deleted, or the page token is too old. List the events again.",
};

/** Someone else changed the event since it was read. */
export const conditionNotMet: Refusal = {
  code: "PROVIDER_REJECTED",
  detail:
    "Someone else changed the event in the meantime, so nothing was changed. Read the event again before you decide.",
};

/** Maps a response that an action didn't accept to an error. */
export const refuse = googleRefusals({
  api: "The Calendar API",
  check: "the times and the calendar",
  known: {
    conditionNotMet,
    deleted: gone,
    fullSyncRequired: gone,
    updatedMinTooLongAgo: gone,
    requiredAccessLevel: {
      code: "PROVIDER_FORBIDDEN",
      detail: "The user isn't allowed to do this with the calendar. Its owner decides who is.",
    },
    forbiddenForNonOrganizer: {
      code: "PROVIDER_FORBIDDEN",
      detail: "Only the organizer can change this property of the event.",
    },
    calendarUsageLimitsExceeded: {
      code: "PROVIDER_RATE_LIMITED",
      detail: "The user has reached Google's limit for calendar changes. Wait a few hours.",
    },
  },
});

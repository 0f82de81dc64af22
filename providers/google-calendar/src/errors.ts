/** What Calendar's refusals mean: https://developers.google.com/workspace/calendar/api/guides/errors */
import { googleRefusals } from "@svc/google";
import type { Refusal } from "@svc/provider-kit";

const gone: Refusal = {
  code: "PROVIDER_NOT_FOUND",
  detail: "The event has been deleted, or the page's cursor is too old. List the events again.",
};

/** Judges an answer that an action didn't accept. */
export const refuse = googleRefusals({
  api: "The Calendar API",
  check: "the times and the calendar",
  known: {
    duplicate: { code: "PROVIDER_REJECTED", detail: "The calendar already has an event with this id." },
    conditionNotMet: {
      code: "PROVIDER_REJECTED",
      detail: "Somebody has changed the event in the meantime, so it wasn't changed. Read it again before you decide.",
    },
    deleted: gone,
    fullSyncRequired: gone,
    updatedMinTooLongAgo: gone,
    requiredAccessLevel: {
      code: "PROVIDER_FORBIDDEN",
      detail: "The user may not do this with the calendar. Its owner decides who may.",
    },
    forbiddenForNonOrganizer: {
      code: "PROVIDER_FORBIDDEN",
      detail: "Only the organizer may change this about the event.",
    },
    calendarUsageLimitsExceeded: {
      code: "PROVIDER_RATE_LIMITED",
      detail: "Google's limit for changes by this user has been reached. Wait some hours.",
    },
  },
});

/** Scopes of the Calendar API: https://developers.google.com/workspace/calendar/api/auth */
import { googleScope } from "@svc/google";

const listScope = googleScope("calendar.calendarlist.readonly");
const readScope = googleScope("calendar.events.readonly");
const writeScope = googleScope("calendar.events");
const freeBusyScope = googleScope("calendar.freebusy");

/** The user's address and permanent id, because nothing in every calendar says whose token it is. */
const emailScope = googleScope("userinfo.email");

/** What listing calendars requires. */
export const listing: readonly string[] = [listScope, emailScope];
/** What reading events requires. */
export const reading: readonly string[] = [readScope, emailScope];
/** What changing events requires. */
export const writing: readonly string[] = [writeScope, emailScope];
/** What asking for busy times requires. */
export const askingBusy: readonly string[] = [freeBusyScope, emailScope];

/** Each required scope, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  [listScope]: "See which calendars you have",
  [readScope]: "See the events on all your calendars",
  [writeScope]: "See, create, change and delete the events on all your calendars",
  [freeBusyScope]: "See when you are busy, but not why",
  [emailScope]: "See your email address",
};

/** Scopes that allow more than some of the actions that require them: creating and deleting share one scope. */
export const broadScopes: readonly string[] = [writeScope];

/** Which scopes a scope includes: every method that lists the inner scope also lists the outer one. */
export const impliedScopes: Readonly<Record<string, readonly string[]>> = {
  [writeScope]: [readScope],
  [googleScope("calendar")]: [writeScope, listScope, freeBusyScope],
  [googleScope("calendar.readonly")]: [readScope, listScope, freeBusyScope],
};

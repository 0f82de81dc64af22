/** Scopes of the Calendar API: https://developers.google.com/workspace/calendar/api/auth */
import { googleScope } from "@svc/google";

const listScope = googleScope("calendar.calendarlist.readonly");
const readScope = googleScope("calendar.events.readonly");
const writeScope = googleScope("calendar.events");
const freeBusyScope = googleScope("calendar.freebusy");

/** The user's address and permanent id. No other request that works with every scope identifies the token's user. */
const emailScope = googleScope("userinfo.email");

/** The scopes for listing calendars. */
export const listing: readonly string[] = [listScope, emailScope];
/** The scopes for reading events. */
export const reading: readonly string[] = [readScope, emailScope];
/** The scopes for changing events. */
export const writing: readonly string[] = [writeScope, emailScope];
/** The scopes for reading busy times. */
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

/** The scopes that each scope includes: every method that accepts the included scope also accepts the including one. */
export const impliedScopes: Readonly<Record<string, readonly string[]>> = {
  [writeScope]: [readScope],
  [googleScope("calendar")]: [writeScope, listScope, freeBusyScope],
  [googleScope("calendar.readonly")]: [readScope, listScope, freeBusyScope],
};

/**
 * Scopes of the Gmail API: https://developers.google.com/workspace/gmail/api/auth/scopes
 *
 * `gmail.metadata` isn't used: a token that has it, even beside others, may not search and may not read a message whole.
 */
import { googleScope } from "@svc/google";

const readScope = googleScope("gmail.readonly");
const sendScope = googleScope("gmail.send");
const composeScope = googleScope("gmail.compose");
const modifyScope = googleScope("gmail.modify");
const labelsScope = googleScope("gmail.labels");

/** The user's address and permanent id, because nothing in every mailbox says whose token it is. */
const emailScope = googleScope("userinfo.email");

/** What reading mail requires. */
export const reading: readonly string[] = [readScope, emailScope];
/** What sending a new message requires. */
export const sending: readonly string[] = [sendScope, emailScope];
/** What replying requires: it reads the message first. */
export const replying: readonly string[] = [readScope, sendScope, emailScope];
/** What drafts require. */
export const composing: readonly string[] = [composeScope, emailScope];
/** What changing a message's labels requires. */
export const modifying: readonly string[] = [modifyScope, emailScope];
/** What the labels themselves require. */
export const labelling: readonly string[] = [labelsScope, emailScope];

/** Each required scope, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  [readScope]: "Read all your messages and settings",
  [sendScope]: "Send mail as you",
  [composeScope]: "See and change your drafts, and send mail as you",
  [modifyScope]: "Read, write and send mail as you, and move your messages to the trash",
  [labelsScope]: "See and change your labels",
  [emailScope]: "See your email address",
};

/** Scopes that allow more than some of the actions that require them. */
export const broadScopes: readonly string[] = [composeScope, modifyScope, labelsScope];

/** Which scopes a scope includes: every method that lists the inner scope also lists the outer one. */
export const impliedScopes: Readonly<Record<string, readonly string[]>> = {
  [composeScope]: [sendScope],
  [modifyScope]: [readScope, composeScope, labelsScope],
  "https://mail.google.com/": [modifyScope],
};

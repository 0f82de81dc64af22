/**
 * Scopes of the Gmail API: https://developers.google.com/workspace/gmail/api/auth/scopes
 *
 * `gmail.metadata` isn't used: a token that has it, even along with other scopes, can't search or read full messages.
 */
import { googleScope } from "@svc/google";

const readScope = googleScope("gmail.readonly");
const sendScope = googleScope("gmail.send");
const composeScope = googleScope("gmail.compose");
const modifyScope = googleScope("gmail.modify");
const labelsScope = googleScope("gmail.labels");

/** The user's address and permanent id. No other request that works with every scope identifies the token's user. */
const emailScope = googleScope("userinfo.email");

/** The scopes for reading mail. */
export const reading: readonly string[] = [readScope, emailScope];
/** The scopes for sending a new message. */
export const sending: readonly string[] = [sendScope, emailScope];
/** The scopes for replying, which reads the message first. */
export const replying: readonly string[] = [readScope, sendScope, emailScope];
/** The scopes for drafts. */
export const composing: readonly string[] = [composeScope, emailScope];
/** The scopes for changing a message's labels. */
export const modifying: readonly string[] = [modifyScope, emailScope];
/** The scopes for the labels themselves. */
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

/** The scopes that each scope includes: every method that accepts the included scope also accepts the including one. */
export const impliedScopes: Readonly<Record<string, readonly string[]>> = {
  [composeScope]: [sendScope],
  [modifyScope]: [readScope, composeScope, labelsScope],
  "https://mail.google.com/": [modifyScope],
};

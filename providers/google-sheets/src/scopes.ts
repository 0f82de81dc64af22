/** Scopes of the Sheets API: https://developers.google.com/workspace/sheets/api/scopes */

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;

/** All spreadsheets, for reading. Google classifies it as sensitive, like the next one. */
const readScope = scope("spreadsheets.readonly");

/** All spreadsheets, for reading and writing. */
const writeScope = scope("spreadsheets");

/** Spreadsheets that this app created, or that the user opened with it. Google classifies it as non-sensitive. */
const fileScope = scope("drive.file");

/** The user's address and permanent id, because nothing in the Sheets API identifies the token's user. */
const emailScope = scope("userinfo.email");

/** The scopes for reading. */
export const reading: readonly string[] = [readScope, emailScope];
/** The scopes for writing. */
export const writing: readonly string[] = [writeScope, emailScope];
/** The scopes for creating a spreadsheet. */
export const creating: readonly string[] = [fileScope, emailScope];

/** Each required scope, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  [readScope]: "See all your spreadsheets",
  [writeScope]: "See, create, change and delete all your spreadsheets",
  [fileScope]: "See, create, change and delete the files in your Drive that you use with this app",
  [emailScope]: "See your email address",
};

/** Scopes that allow more than some of the actions that require them. */
export const broadScopes: readonly string[] = [writeScope, fileScope];

/** The scopes that each scope includes: every method that accepts the included scope also accepts the including one. */
export const impliedScopes: Readonly<Record<string, readonly string[]>> = {
  [writeScope]: [readScope],
  [scope("drive")]: [writeScope, fileScope, scope("drive.readonly")],
  [scope("drive.readonly")]: [readScope],
};

/** Scopes of the Drive API: https://developers.google.com/workspace/drive/api/guides/api-specific-auth */

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;

/**
 * Files that this app created, or that the user opened with it. Google classifies it as non-sensitive and recommends
 * it.
 */
export const fileScope = scope("drive.file");

/** Names, folders and sharing of every file, without contents. Google classifies it as restricted. */
export const metadataScope = scope("drive.metadata.readonly");

/** Every file with its contents. Google classifies it as restricted. */
export const readScope = scope("drive.readonly");

/** Each required scope, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  [fileScope]: "See, create, change and delete the files in your Drive that you use with this app",
  [metadataScope]: "See the names, folders and sharing of all your files, but not their contents",
  [readScope]: "See and download all your files",
};

/**
 * Scopes that allow more than some of the actions that require them: reading, creating and deleting share one scope.
 */
export const broadScopes: readonly string[] = [fileScope];

/** The scopes that each scope includes: every method that accepts the included scope also accepts the including one. */
export const impliedScopes: Readonly<Record<string, readonly string[]>> = {
  [scope("drive")]: [fileScope, readScope, scope("drive.metadata")],
  [readScope]: [metadataScope],
  [scope("drive.metadata")]: [metadataScope],
};

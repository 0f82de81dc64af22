/** The API's scopes that the actions need: `https://docs.acme-notes.example/scopes`. */

/** Each scope, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  "notes:read": "Read your notes",
  "notes:write": "Write notes in your workspace",
};

/**
 * The search language of `files.list`: https://developers.google.com/workspace/drive/api/guides/ref-search-terms. A
 * query is built from filters, so that a caller's value can never be anything but a value.
 */

/** Conditions for files, all of which must hold. */
export type Filters = {
  name?: string;
  nameContains?: string;
  text?: string;
  kind?: keyof typeof kinds;
  mimeType?: string;
  parentId?: string;
  trashed?: boolean;
  starred?: boolean;
  sharedWithMe?: boolean;
  modifiedAfter?: string;
  modifiedBefore?: string;
};

/** Kinds of files and their MIME types. */
export const kinds = {
  folder: "application/vnd.google-apps.folder",
  document: "application/vnd.google-apps.document",
  spreadsheet: "application/vnd.google-apps.spreadsheet",
  presentation: "application/vnd.google-apps.presentation",
  form: "application/vnd.google-apps.form",
  shortcut: "application/vnd.google-apps.shortcut",
  pdf: "application/pdf",
} as const;

/** A value in a query. Google documents `\'` for a quote; a backslash would otherwise escape what follows it. */
export function quoted(value: string): string {
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** @returns the query, which excludes files in the trash unless `trashed` is true. */
export function queryOf(filters: Filters): string {
  const { name, nameContains, text, kind, mimeType, parentId, trashed = false } = filters;
  const { starred, sharedWithMe, modifiedAfter, modifiedBefore } = filters;
  return [
    ...(name === undefined ? [] : [`name = ${quoted(name)}`]),
    ...(nameContains === undefined ? [] : [`name contains ${quoted(nameContains)}`]),
    ...(text === undefined ? [] : [`fullText contains ${quoted(text)}`]),
    ...(kind === undefined ? [] : [`mimeType = ${quoted(kinds[kind])}`]),
    ...(mimeType === undefined ? [] : [`mimeType = ${quoted(mimeType)}`]),
    ...(parentId === undefined ? [] : [`${quoted(parentId)} in parents`]),
    ...(starred === undefined ? [] : [`starred = ${String(starred)}`]),
    ...(sharedWithMe === true ? ["sharedWithMe"] : []),
    ...(modifiedAfter === undefined ? [] : [`modifiedTime > ${quoted(modifiedAfter)}`]),
    ...(modifiedBefore === undefined ? [] : [`modifiedTime < ${quoted(modifiedBefore)}`]),
    `trashed = ${String(trashed)}`,
  ].join(" and ");
}

/** Builds the query for files with this value in one of this app's own properties. */
export function propertyQuery(key: string, value: string): string {
  return `appProperties has { key=${quoted(key)} and value=${quoted(value)} }`;
}

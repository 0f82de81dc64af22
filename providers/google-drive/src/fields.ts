/**
 * Fields that several actions share. Where Google documents no limit, the README says how the limit here was chosen.
 */
import { content as asContent, oneOf, summary } from "@svc/contract";
import { Type } from "typebox";
import { kinds, type Filters } from "./query.ts";

/** Ids are opaque, but have always consisted of these characters. `root` is the user's My Drive. */
const idPattern = "^[A-Za-z0-9_-]{1,128}$";

function id(description: string) {
  return Type.String({ description, minLength: 1, maxLength: 128, pattern: idPattern });
}

/** The file to use. */
export const fileId = id("Id of the file or folder.");

/** The folder for a new file. */
export const parentId = id("Id of the folder to put it in; the user's My Drive by default.");

/** A permission of the file. */
export const permissionId = id("Id of the permission, from `permissions.list`.");

/** The name of a file. */
export const name = Type.String({
  description:
    "Name of the file or folder, at most 1,000 characters. Other files in the folder can have the same name.",
  minLength: 1,
  maxLength: 1000,
});

/** The description of a file. */
export const description = Type.String({ description: "Short description of the file.", maxLength: 4000 });

/** The content of a text file. */
export const content = asContent(
  Type.String({
    description: "Text of the file, at most 100,000 characters, stored as UTF-8.",
    maxLength: 100_000,
  }),
);

/** The type of a text file. */
export const textType = oneOf(
  ["text/plain", "text/markdown", "text/csv", "text/html", "application/json"],
  "MIME type of the text; text/plain by default.",
);

/** The size of a page. @param maximum the largest allowed size. */
export function pageSize(maximum: number) {
  return Type.Integer({
    description: "Number of entries per page; 50 by default.",
    minimum: 1,
    maximum,
  });
}

export const pageToken = Type.String({
  description: "`nextPageToken` of the previous page. Send it with the same filters.",
  minLength: 1,
  maxLength: 2048,
  pattern: "^[!-~]+$",
});

/** The token of the next page: an output field of every list. */
export const nextPageToken = summary(
  Type.Union([Type.String(), Type.Null()], {
    description: "Send it as `pageToken` to get the next page; null on the last page.",
  }),
);

const moment = (description: string) =>
  Type.String({
    description: `${description} RFC 3339 in UTC, such as 2026-03-10T09:00:00Z.`,
    maxLength: 30,
    pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?Z$",
  });

/** The filters of a list. A file must match all of them. */
export const filters = {
  name: Type.Optional(
    Type.String({ description: "Returns only files with exactly this name.", minLength: 1, maxLength: 1000 }),
  ),
  nameContains: Type.Optional(
    Type.String({
      description: "Words in the name, or the beginnings of words: `hello` finds HelloWorld, but `world` doesn't.",
      minLength: 1,
      maxLength: 1000,
    }),
  ),
  kind: Type.Optional(oneOf(Object.keys(kinds) as (keyof typeof kinds)[], "Returns only files of this kind.")),
  mimeType: Type.Optional(
    Type.String({
      description: "Returns only files with exactly this MIME type.",
      maxLength: 128,
      pattern: "^[a-z]+/[A-Za-z0-9.+_-]{1,100}$",
    }),
  ),
  parentId: Type.Optional(id("Returns only files directly in this folder; `root` is the user's My Drive.")),
  trashed: Type.Optional(Type.Boolean({ description: "Whether to return files in the trash instead of the others." })),
  starred: Type.Optional(Type.Boolean({ description: "Whether the user has starred the files." })),
  sharedWithMe: Type.Optional(
    Type.Literal(true, { description: "Returns only files that others have shared with the user." }),
  ),
  modifiedAfter: Type.Optional(moment("Returns only files changed after this time.")),
  modifiedBefore: Type.Optional(moment("Returns only files changed before this time.")),
  driveId: Type.Optional(id("Returns only files in this shared drive.")),
  pageSize: Type.Optional(pageSize(200)),
  pageToken: Type.Optional(pageToken),
} satisfies Readonly<Record<Exclude<keyof Filters, "text"> | "driveId" | "pageSize" | "pageToken", unknown>>;

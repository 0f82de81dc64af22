/** Fields that several actions have. Where Google documents no limit, the README says how the limit here was chosen. */
import { oneOf, sensitive, summary } from "@svc/contract";
import { Type } from "typebox";
import { kinds, type Filters } from "./query.ts";

/** Ids are opaque, but have always been of these characters. `root` is the user's My Drive. */
const idPattern = "^[A-Za-z0-9_-]{1,128}$";

function id(description: string) {
  return Type.String({ description, minLength: 1, maxLength: 128, pattern: idPattern });
}

/** The file to work with. */
export const fileId = id("Id of the file or folder.");

/** The folder to put something into. */
export const parentId = id("Id of the folder to put it into; the user's My Drive by default.");

/** A permission of the file. */
export const permissionId = id("Id of the permission, from `permissions.list`.");

/** The name of a file. */
export const name = Type.String({
  description: "Name, at most 1,000 characters. Other files in the folder may have the same name.",
  minLength: 1,
  maxLength: 1000,
});

/** The description of a file. */
export const description = Type.String({ description: "Short description of the file.", maxLength: 4000 });

/** The content of a text file. */
export const content = sensitive(
  Type.String({
    description: "The file's text, at most 100,000 characters. It's stored as UTF-8.",
    maxLength: 100_000,
  }),
);

/** The type of a text file. */
export const textType = oneOf(
  ["text/plain", "text/markdown", "text/csv", "text/html", "application/json"],
  "Type of the text.",
);

/** How many entries a page has at most. */
export function pageSize(maximum: number) {
  return Type.Integer({
    description: `Entries on a page, at most ${String(maximum)}; 50 by default.`,
    minimum: 1,
    maximum,
  });
}

/** Where to continue. */
export const pageToken = Type.String({
  description: "`nextPageToken` of the page before, with the same filters.",
  minLength: 1,
  maxLength: 2048,
  pattern: "^[!-~]+$",
});

/** Where the next page starts, in outputs. */
export const nextPageToken = summary(
  Type.Union([Type.String(), Type.Null()], {
    description: "Send it as `pageToken` to continue; null on the last page.",
  }),
);

const moment = (description: string) =>
  Type.String({
    description: `${description} RFC 3339 in UTC, such as 2026-03-10T09:00:00Z.`,
    maxLength: 30,
    pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?Z$",
  });

/** The filters of a list; a file has to match all of them. */
export const filters = {
  name: Type.Optional(Type.String({ description: "Exactly this name.", minLength: 1, maxLength: 1000 })),
  nameContains: Type.Optional(
    Type.String({
      description: "Words of the name, or their beginnings: `hello` finds HelloWorld, `world` doesn't.",
      minLength: 1,
      maxLength: 1000,
    }),
  ),
  kind: Type.Optional(oneOf(Object.keys(kinds) as (keyof typeof kinds)[], "The kind of file.")),
  mimeType: Type.Optional(
    Type.String({ description: "Exactly this type.", maxLength: 128, pattern: "^[a-z]+/[A-Za-z0-9.+_-]{1,100}$" }),
  ),
  parentId: Type.Optional(id("Only files directly in this folder; `root` is the user's My Drive.")),
  trashed: Type.Optional(Type.Boolean({ description: "Files in the trash instead of the others." })),
  starred: Type.Optional(Type.Boolean({ description: "Whether the user has starred them." })),
  sharedWithMe: Type.Optional(Type.Literal(true, { description: "Only files that others share with the user." })),
  modifiedAfter: Type.Optional(moment("Changed after this time.")),
  modifiedBefore: Type.Optional(moment("Changed before this time.")),
  driveId: Type.Optional(id("Only files in this shared drive.")),
  pageSize: Type.Optional(pageSize(200)),
  pageToken: Type.Optional(pageToken),
} satisfies Readonly<Record<Exclude<keyof Filters, "text"> | "driveId" | "pageSize" | "pageToken", unknown>>;

/**
 * Pages, data sources and related entities, with the fields that actions return:
 * https://developers.notion.com/reference
 */
import { content as asContent } from "@svc/contract";
import {
  content as written,
  flag,
  isRecord,
  listOf,
  orNull,
  record,
  shape,
  text,
  textOf,
  time,
  type Field,
} from "@svc/provider-kit/shape";
import { Type, type Static, type TString } from "typebox";
import { propertyText } from "./properties.ts";
import { plainText } from "./rich-text.ts";

/** A field with rich text as plain text. */
function richText(from: string, description: string): Field<TString> {
  return { from, schema: Type.String({ description }), read: plainText, inner: null };
}

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const entryFields = {
  id: text("id", "UUID in Notion."),
  url: text("url", "URL in Notion."),
  inTrash: flag("in_trash", "Whether it is in the trash."),
  createdAt: time("created_time", "When it was created."),
  updatedAt: time("last_edited_time", "When it last changed."),
};
const entry = shape(entryFields);

export const pageSchema = Type.Object(
  {
    ...entry.schema.properties,
    title: nullable("Title of the page; null if it has no title property."),
    parentId: nullable(
      "Id of the parent page, data source or block; null if the page is at the top level of the workspace.",
    ),
    properties: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: "Name of the property." }),
          type: Type.String({ description: "Type of the property, such as `rich_text` or `number`." }),
          text: nullable("Value of the property as text; null if it is empty or has no text form."),
        },
        { additionalProperties: false },
      ),
      { description: "Properties of the page." },
    ),
  },
  { additionalProperties: false },
);

/** Parses a page. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function readPage(value: unknown): Static<typeof pageSchema> {
  const page = record(value);
  const properties = Object.entries(record(page["properties"])).map(([name, property]) => {
    const { type } = record(property);
    return { name, type: textOf(type), text: propertyText(record(property)) };
  });
  const title = properties.find(({ type }) => type === "title")?.text ?? null;
  return { ...entry.read(page), title, parentId: parentOf(page), properties };
}

/** A search result: a page or a data source. */
export const foundSchema = Type.Object(
  {
    ...entry.schema.properties,
    object: Type.String({ description: "Kind of result: `page` or `data_source`." }),
    title: nullable("Title of the page or data source."),
    parentId: nullable("Id of the parent; null at the top level of the workspace."),
  },
  { additionalProperties: false },
);

/** Parses a page or a data source. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function readFound(value: unknown): Static<typeof foundSchema> {
  const found = record(value);
  const object = textOf(found["object"]);
  const title = object === "page" ? readPage(found).title : plainText(found["title"]);
  return { ...entry.read(found), object, title, parentId: parentOf(found) };
}

function parentOf({ parent }: Readonly<Record<string, unknown>>): string | null {
  const id = isRecord(parent) ? parent[String(parent["type"])] : undefined;
  return typeof id === "string" ? id : null;
}

export const blockSchema = Type.Object(
  {
    id: Type.String({ description: "Id of the block." }),
    type: Type.String({ description: "Type of the block, such as `paragraph` or `heading_1`." }),
    text: Type.String({ description: "Text of the block; empty if it has none." }),
    hasChildren: Type.Boolean({ description: "Whether the block has child blocks." }),
  },
  { additionalProperties: false },
);

/** A block that was just written. */
export const writtenBlockSchema = Type.Object(
  { ...blockSchema.properties, text: asContent(blockSchema.properties.text) },
  { additionalProperties: false },
);

const block = shape({ id: text("id", ""), type: text("type", ""), hasChildren: flag("has_children", "") });

/** Parses a block. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function readBlock(value: unknown): Static<typeof blockSchema> {
  const source = record(value);
  const { id, type, hasChildren } = block.read(source);
  const content = source[type];
  return { id, type, text: isRecord(content) ? plainText(content["rich_text"]) : "", hasChildren };
}

/** A database and its data sources. */
export const database = shape({
  ...entryFields,
  title: richText("title", "Title of the database."),
  dataSources: listOf(
    "data_sources",
    "Data sources of the database.",
    shape({ id: text("id", "Id of the data source."), name: text("name", "Name of the data source.") }),
  ),
});

/** A data source and the properties of its pages. */
export const dataSourceSchema = Type.Object(
  {
    ...entry.schema.properties,
    title: Type.String({ description: "Title of the data source." }),
    databaseId: nullable("Id of the data source's database."),
    properties: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: "Id of the property." }),
          name: Type.String({ description: "Name of the property." }),
          type: Type.String({ description: "Type of the property." }),
        },
        { additionalProperties: false },
      ),
      { description: "Properties of the data source's pages." },
    ),
  },
  { additionalProperties: false },
);

const propertyShape = shape({ id: text("id", ""), name: text("name", ""), type: text("type", "") });

/** Parses a data source. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function readDataSource(value: unknown): Static<typeof dataSourceSchema> {
  const source = record(value);
  const properties = Object.values(record(source["properties"])).map(propertyShape.read);
  return { ...entry.read(source), title: plainText(source["title"]), databaseId: parentOf(source), properties };
}

const commentFields = {
  discussionId: text("discussion_id", "Id of the discussion. `comments.create` can reply to it."),
  text: richText("rich_text", "Text of the comment."),
  authorId: text("created_by.id", "Id of the comment's author."),
  createdAt: time("created_time", "When it was written."),
};
const commentId = text("id", "Id of the comment.");

export const comment = shape({ id: commentId, ...commentFields });

/** A comment that was just made: only its id, if the integration may not read comments. */
export const createdComment = shape({
  id: commentId,
  discussionId: orNull(commentFields.discussionId),
  text: written(orNull(commentFields.text)),
  authorId: orNull(commentFields.authorId),
  createdAt: orNull(commentFields.createdAt),
});

/** A member or a bot of the workspace. */
export const user = shape({
  id: text("id", "Id of the user."),
  name: orNull(text("name", "Name of the user.")),
  type: orNull(text("type", "Type of the user: `person` or `bot`.")),
  email: orNull(text("person.email", "Email address; null if the integration isn't allowed to see it.")),
});

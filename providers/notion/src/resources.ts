/** Pages, data sources and what is in them, as far as they are returned: https://developers.notion.com/reference */
import { flag, isRecord, listOf, orNull, record, shape, text, textOf, time, type Field } from "@svc/provider-kit/shape";
import { Type, type Static, type TString } from "typebox";
import { propertyText } from "./properties.ts";
import { plainText } from "./rich-text.ts";

/** Rich text, as plain text. */
function richText(from: string, description: string): Field<TString> {
  return { from, schema: Type.String({ description }), read: plainText, inner: null };
}

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const entryFields = {
  id: text("id", "Its id."),
  url: text("url", "Where it is in Notion."),
  inTrash: flag("in_trash", "Whether it is in the trash."),
  createdAt: time("created_time", "When it was created."),
  updatedAt: time("last_edited_time", "When it last changed."),
};
const entry = shape(entryFields);

/** A page. */
export const pageSchema = Type.Object(
  {
    ...entry.schema.properties,
    title: nullable("Its title; null if it has no title property."),
    parentId: nullable("Id of the page, data source or block that it is in; null for one at the top of the workspace."),
    properties: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: "Name of the property." }),
          type: Type.String({ description: "Its type, such as `rich_text` or `number`." }),
          text: nullable("Its value as text; null if it is empty, or has none."),
        },
        { additionalProperties: false },
      ),
      { description: "Its properties." },
    ),
  },
  { additionalProperties: false },
);

/** Reads a page. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function readPage(value: unknown): Static<typeof pageSchema> {
  const page = record(value);
  const properties = Object.entries(record(page["properties"])).map(([name, property]) => {
    const { type } = record(property);
    return { name, type: textOf(type), text: propertyText(record(property)) };
  });
  const title = properties.find(({ type }) => type === "title")?.text ?? null;
  return { ...entry.read(page), title, parentId: parentOf(page), properties };
}

/** What a search finds: a page or a data source. */
export const foundSchema = Type.Object(
  {
    ...entry.schema.properties,
    object: Type.String({ description: "page or data_source." }),
    title: nullable("Its title."),
    parentId: nullable("Id of what it is in; null for the workspace."),
  },
  { additionalProperties: false },
);

/** Reads a page or a data source. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
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

/** A block. */
export const blockSchema = Type.Object(
  {
    id: Type.String({ description: "Id of the block." }),
    type: Type.String({ description: "Its type, such as `paragraph` or `heading_1`." }),
    text: Type.String({ description: "Its text; empty if it has none." }),
    hasChildren: Type.Boolean({ description: "Whether there are blocks in it." }),
  },
  { additionalProperties: false },
);

const block = shape({ id: text("id", ""), type: text("type", ""), hasChildren: flag("has_children", "") });

/** Reads a block. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function readBlock(value: unknown): Static<typeof blockSchema> {
  const source = record(value);
  const { id, type, hasChildren } = block.read(source);
  const content = source[type];
  return { id, type, text: isRecord(content) ? plainText(content["rich_text"]) : "", hasChildren };
}

/** A database, which has data sources. */
export const database = shape({
  ...entryFields,
  title: richText("title", "Its title."),
  dataSources: listOf(
    "data_sources",
    "Its data sources.",
    shape({ id: text("id", "Id of the data source."), name: text("name", "Its name.") }),
  ),
});

/** A data source, with the properties that its pages have. */
export const dataSourceSchema = Type.Object(
  {
    ...entry.schema.properties,
    title: Type.String({ description: "Its title." }),
    databaseId: nullable("Id of its database."),
    properties: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: "Id of the property." }),
          name: Type.String({ description: "Its name." }),
          type: Type.String({ description: "Its type." }),
        },
        { additionalProperties: false },
      ),
      { description: "The properties of its pages." },
    ),
  },
  { additionalProperties: false },
);

const propertyShape = shape({ id: text("id", ""), name: text("name", ""), type: text("type", "") });

/** Reads a data source. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function readDataSource(value: unknown): Static<typeof dataSourceSchema> {
  const source = record(value);
  const properties = Object.values(record(source["properties"])).map(propertyShape.read);
  return { ...entry.read(source), title: plainText(source["title"]), databaseId: parentOf(source), properties };
}

/** A comment. */
export const comment = shape({
  id: text("id", "Id of the comment."),
  discussionId: text("discussion_id", "Id of the discussion, to which `comments.create` can reply."),
  text: richText("rich_text", "Its text."),
  authorId: text("created_by.id", "Id of the user who wrote it."),
  createdAt: time("created_time", "When it was written."),
});

/** A member or a bot of the workspace. */
export const user = shape({
  id: text("id", "Id of the user."),
  name: orNull(text("name", "Name.")),
  type: orNull(text("type", "person or bot.")),
  email: orNull(text("person.email", "Email address, if the integration may see it.")),
});

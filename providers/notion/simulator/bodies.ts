/** Response bodies. */
import {
  plain,
  type RichText,
  type StoredBlock,
  type StoredComment,
  type StoredDatabase,
  type StoredDataSource,
  type StoredPage,
  type StoredUser,
} from "./model.ts";
import { bot, type NotionWorld } from "./world.ts";

const openedAt = "2026-03-02T08:00:00.000Z";

/** Builds a list with its cursor. */
export function listBody(results: readonly object[], next: string | null, type: string): object {
  return { object: "list", results, next_cursor: next, has_more: next !== null, type, [type]: {} };
}

/** Builds the body of rich text. */
export function richTextBody(items: readonly RichText[]): object[] {
  return items.map(({ text: { content } }) => ({
    type: "text",
    text: { content, link: null },
    annotations: { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: "default" },
    plain_text: content,
    href: null,
  }));
}

/** Builds a page with every property of its data source, including empty ones. */
export function pageBody(world: NotionWorld, page: StoredPage): object {
  const { id, parent, values, inTrash, createdMs, editedMs } = page;
  const types =
    parent.type === "data_source_id" ? world.dataSources.find(parent.data_source_id).properties : { title: "title" };
  const properties = Object.entries(types).map(([name, type]): [string, object] => {
    const value = values[name]?.[type];
    return [name, { id: type === "title" ? "title" : name.slice(0, 4), type, [type]: valueBody(type, value) }];
  });
  return {
    object: "page",
    id,
    created_time: new Date(createdMs).toISOString(),
    last_edited_time: new Date(editedMs).toISOString(),
    created_by: { object: "user", id: bot.id },
    last_edited_by: { object: "user", id: bot.id },
    cover: null,
    icon: null,
    parent,
    archived: inTrash,
    in_trash: inTrash,
    properties: Object.fromEntries(properties),
    url: `https://www.notion.so/${id.replaceAll("-", "")}`,
    public_url: null,
  };
}

function valueBody(type: string, value: unknown): unknown {
  if (type === "title" || type === "rich_text") return richTextBody((value ?? []) as RichText[]);
  if (type === "multi_select")
    return ((value ?? []) as { name: string }[]).map(({ name }) => ({ id: name, name, color: "default" }));
  if (type === "checkbox") return value ?? false;
  if (value === undefined || value === null) return null;
  if (type === "select" || type === "status") return { id: "o1", color: "default", ...Object(value) };
  if (type === "date") return { end: null, time_zone: null, ...Object(value) };
  return value;
}

export function blockBody({ id, parentId, type, text }: StoredBlock): object {
  return {
    object: "block",
    id,
    parent: { type: "page_id", page_id: parentId },
    created_time: openedAt,
    last_edited_time: openedAt,
    created_by: { object: "user", id: bot.id },
    last_edited_by: { object: "user", id: bot.id },
    has_children: false,
    archived: false,
    in_trash: false,
    type,
    [type]: { rich_text: richTextBody(text), color: "default" },
  };
}

export function databaseBody(world: NotionWorld, { id, title }: StoredDatabase): object {
  const sources = world.dataSources.values().filter(({ databaseId }) => databaseId === id);
  return {
    object: "database",
    ...common(id, title),
    parent: { type: "workspace", workspace: true },
    is_inline: false,
    is_locked: false,
    data_sources: sources.map((source) => ({ id: source.id, name: source.title })),
  };
}

export function dataSourceBody({ id, databaseId, title, properties }: StoredDataSource): object {
  const described = Object.entries(properties).map(([name, type]): [string, object] => {
    return [name, { id: type === "title" ? "title" : name.slice(0, 4), name, type, description: null, [type]: {} }];
  });
  return {
    object: "data_source",
    ...common(id, title),
    parent: { type: "database_id", database_id: databaseId },
    database_parent: { type: "workspace", workspace: true },
    is_inline: false,
    properties: Object.fromEntries(described),
  };
}

function common(id: string, title: string): object {
  return {
    id,
    title: richTextBody([{ text: { content: title } }]),
    description: [],
    archived: false,
    in_trash: false,
    created_time: openedAt,
    last_edited_time: openedAt,
    icon: null,
    cover: null,
    url: `https://www.notion.so/${id.replaceAll("-", "")}`,
    public_url: null,
  };
}

export function commentBody({ id, parentId, discussionId, text, createdMs }: StoredComment): object {
  const at = new Date(createdMs).toISOString();
  return {
    object: "comment",
    id,
    parent: { type: "page_id", page_id: parentId },
    discussion_id: discussionId,
    created_time: at,
    last_edited_time: at,
    created_by: { object: "user", id: bot.id },
    rich_text: richTextBody(text),
    display_name: { type: "integration", resolved_name: "svc" },
  };
}

export function userBody({ id, name, type, email }: StoredUser): object {
  const own =
    type === "bot"
      ? { bot: { owner: { type: "workspace", workspace: true }, workspace_name: bot.workspace } }
      : { person: { email } };
  return { object: "user", id, name, avatar_url: null, type, ...own };
}

/** Converts a page's blocks to Markdown. */
export function markdownOf(blocks: readonly StoredBlock[]): string {
  return blocks.map(({ type, text }) => `${type === "heading_1" ? "# " : ""}${plain(text)}`).join("\n");
}
